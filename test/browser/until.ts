import { setTimeout as pause } from 'node:timers/promises'
import type { TestUser, World } from '../world.ts'

const pauseMs = 50

/** The test's time limit bounds the wait. */
export const untilStatus = async (world: World, { token }: TestUser, path: string, status: string) => {
  while ((await world.api(token, 'GET', path)).body.status !== status) await pause(pauseMs)
}

/** The call has its transcript. */
export const untilEnded = async (world: World, { token }: TestUser) => {
  for (;;) {
    const [newest] = (await world.api(token, 'GET', '/user/calls?type=web&per_page=1')).body.data
    if (newest.ended_reason !== null && newest.transcript !== null) return newest
    await pause(pauseMs)
  }
}
