import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** Turns of the event loop in a row in which no event may arrive. */
const turnsMax = 3
/** Milliseconds after that, where sockets are open, for data that the system carries on its own. */
const pauseMs = 1
/**
 * A pause that took longer finds a machine on which the system may be late as well, with what it
 * brings between sockets: so there is another.
 */
const lateMs = 3
/** The same pauses in a row while a request waits for an answer: the system may still carry it. */
const pausesMax = 20

/** Work that this process waits for in addition to its own events. */
interface Others {
  /** Answers of engines in other processes. */
  awaited: number
  /** Number of engine processes; any further ones work for the product. */
  engines: number
}

/**
 * Resolves once this process has nothing to do but wait for a later time of its world's clock.
 * Every party of the world is in it, and what one sends to another is there at once: so no event in
 * a few turns of the loop, nothing put off to the next turn, and no file or process of the product
 * under way mean that each of them waits. Node does not tell of asynchronous work of `crypto`,
 * of which the product has none, and of `zlib`: tests that import workbooks look again.
 */
export const processIsIdle = async (isOver: () => boolean, others: Others): Promise<void> => {
  while (!isOver()) {
    const events = eventsSoFar()
    const isStill = () => eventsSoFar() === events && others.awaited === 0 && !hasWork(others.engines)
    let turns = 0
    do await turn()
    while (!isOver() && isStill() && ++turns < turnsMax)
    if (turns < turnsMax) {
      // The engine needs the processor more than this loop.
      if (others.awaited > 0) await pause(pauseMs)
      continue
    }
    if (!hasSockets()) return
    if (await staysStill(isStill, isOver)) return
  }
}

const staysStill = async (isStill: () => boolean, isOver: () => boolean): Promise<boolean> => {
  for (let pauses = 0; pauses < (requestsOpen > 0 ? pausesMax : 1); pauses++) {
    const pausedAt = performance.now()
    await pause(pauseMs)
    if (isOver() || performance.now() - pausedAt > lateMs) return false
    await turn()
    if (!isStill()) return false
  }
  return true
}

/**
 * Counts the requests to an engine in another process whose answers are awaited, by whichever
 * client of this one: those of the world, and of administrators beside it.
 */
export const awaitedFrom = (endpoint: string, engines: number): Others & { stop(): void } => {
  const { host } = new URL(endpoint)
  const others = { awaited: 0, engines }
  const count = (told: unknown) => {
    const { request } = told as { request: ClientRequest }
    if (request.getHeader('host') !== host) return
    others.awaited += 1
    request.once('close', () => {
      others.awaited -= 1
    })
  }
  subscribe(requestStart, count)
  return Object.assign(others, { stop: () => void unsubscribe(requestStart, count) })
}

/** https://nodejs.org/api/diagnostics_channel.html#http */
const requestStart = 'http.client.request.start'

/** Requests of this process without an answer. */
let requestsOpen = 0
subscribe(requestStart, (told) => {
  requestsOpen += 1
  ;(told as { request: ClientRequest }).request.once('close', () => {
    requestsOpen -= 1
  })
})

/** Number of events from sockets, files and threads so far. */
const eventsSoFar = (): number => performance.nodeTiming.uvMetricsInfo.events

const hasSockets = (): boolean => process.getActiveResourcesInfo().includes('TCPSocketWrap')

/** Resources that exist as long as they are open, and those that wait for their time. */
const waiting = new Set(['TCPSocketWrap', 'TCPServerWrap', 'PipeWrap', 'TTYWrap', 'MessagePort', 'Timeout'])
const hasWork = (engines: number): boolean => {
  const active = process.getActiveResourcesInfo().filter((name) => !waiting.has(name))
  return active.length > engines || active.some((name) => name !== aProcess)
}
const aProcess = 'ProcessWrap'

/** Number of running child processes. */
export const processesNow = (): number => process.getActiveResourcesInfo().filter((name) => name === aProcess).length

const turn = () => new Promise((resolve) => setImmediate(resolve))
