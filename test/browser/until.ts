import { setTimeout as pause } from 'node:timers/promises'
import type { TestUser, World } from '../world.ts'

const pauseMs = 50

/**
 * Waits until the answer to a request has this status; the time limit of the test bounds the wait.
 */
export const untilStatus = async (world: World, { token }: TestUser, path: string, status: string) => {
  while ((await world.api(token, 'GET', path)).body.status !== status) await pause(pauseMs)
}
