import type { APIGatewayProxyStructuredResultV2 as Result } from 'aws-lambda'
import { matchPath, splitTarget, toEvent } from '../../infra/local/http-event.ts'
import type { Dice } from './dice.ts'
import { type Figures, openBucket } from './figures.ts'
import { type Functions, withinTime } from './functions.ts'
import type { Quotas } from './quotas.ts'
import type { LoadTime } from './time.ts'

export interface RouteSettings {
  id: string
  method: string
  path: string
  /** `rate`: requests per second; `burst`: requests at once. */
  throttle: { rate: number; burst: number }
}

export interface Arriving {
  method: string
  target: string
  headers: Record<string, string>
  body: string
}

interface DoorWorld {
  time: LoadTime
  dice: Dice
  figures: Figures
  quotas: Quotas
  functions: Functions
  routes: RouteSettings[]
  hasRoom: () => boolean
}

/**
 * Simulates the HTTP API: throttles by account and route, and answers 503 when a function does not
 * answer.
 */
export const openDoor = ({ time, figures, quotas, functions, routes, hasRoom, dice }: DoorWorld) => {
  const doors = routes
    .toSorted((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')))
    .map((route) => ({ ...route, bucket: openBucket(time.now, route.throttle.rate, route.throttle.burst) }))
  const refuse = (status: number, message: string, id: string): Result => {
    figures.count(`answered ${status} for ${id}`)
    return { statusCode: status, body: JSON.stringify({ message }) }
  }

  return async (arriving: Arriving): Promise<Result> => {
    const { path } = splitTarget(arriving.target)
    const door = doors.find((one) => one.method === arriving.method && matchPath(one.path, path))
    if (!door) return refuse(404, 'Not Found', arriving.target)
    figures.rate('requests')
    figures.rate(`request ${door.id}`)
    if (!hasRoom() || !door.bucket.has(1)) return refuse(429, 'Too Many Requests', door.id)
    door.bucket.take(1)
    const requestId = `request-${Math.floor(dice.number() * 2 ** 48).toString(16)}`
    const event = toEvent(arriving, { route: door, requestId, now: time.now() })
    const invoked = await withinTime(time, quotas.integrationMs, functions.invoke(door.id, event))
    if (invoked.outcome === 'throttled') return refuse(503, 'Service Unavailable', door.id)
    if (invoked.outcome === 'failed') return refuse(500, 'Internal Server Error', door.id)
    const answer = invoked.answer as Result
    if (Number(answer.statusCode) >= 400) figures.count(`answered ${answer.statusCode} for ${door.id}`)
    return answer
  }
}

export type LoadDoor = ReturnType<typeof openDoor>
