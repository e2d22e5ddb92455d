import { setTimeout as pause } from 'node:timers/promises'
import type { TestUser, World } from '../world.ts'

const pauseMs = 50

export const untilStatus = async (world: World, { token }: TestUser, path: string, status: string) => {
  while ((await world.api(token, 'GET', path)).body.status !== status) await pause(pauseMs)
}

export const untilOne = async (world: World, { token }: TestUser, path: string) => {
  for (;;) {
    const { data } = (await world.api(token, 'GET', path)).body
    if (data.length > 0) return data.at(-1)
    await pause(pauseMs)
  }
}

export const untilEnded = async (world: World, { token }: TestUser) => {
  for (;;) {
    const [newest] = (await world.api(token, 'GET', '/user/calls?type=web&per_page=1')).body.data
    if (newest.ended_reason !== null && newest.transcript !== null) return newest
    await pause(pauseMs)
  }
}
