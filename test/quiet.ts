import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** Number of turns of the event loop that must pass without an event. */
const turnsMax = 3
/** Milliseconds within which the operating system carries data between open sockets. */
const pauseMs = 1
const lateMs = 3
/** Number of pauses without an event until a process with an open HTTP request counts as idle. */
const pausesMax = 20

interface Others {
  awaited: number
  engines: number
}

/**
 * Resolves when this process only waits for virtual time: no event in a few turns, no open file or
 * child process. Node does not report running `crypto` and `zlib` work, so tests that import
 * workbooks poll.
 */
export const processIsIdle = async (isOver: () => boolean, others: Others): Promise<void> => {
  while (!isOver()) {
    const events = eventsSoFar()
    const isStill = () => eventsSoFar() === events && others.awaited === 0 && !hasWork(others.engines)
    let turns = 0
    do await turn()
    while (!isOver() && isStill() && ++turns < turnsMax)
    if (turns < turnsMax) {
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

const requestStart = 'http.client.request.start'

let requestsOpen = 0
subscribe(requestStart, (told) => {
  requestsOpen += 1
  ;(told as { request: ClientRequest }).request.once('close', () => {
    requestsOpen -= 1
  })
})

const eventsSoFar = (): number => performance.nodeTiming.uvMetricsInfo.events

const hasSockets = (): boolean => process.getActiveResourcesInfo().includes('TCPSocketWrap')

const waiting = new Set(['TCPSocketWrap', 'TCPServerWrap', 'PipeWrap', 'TTYWrap', 'MessagePort', 'Timeout'])
const hasWork = (engines: number): boolean => {
  const active = process.getActiveResourcesInfo().filter((name) => !waiting.has(name))
  return active.length > engines || active.some((name) => name !== aProcess)
}
const aProcess = 'ProcessWrap'

export const processesNow = (): number => process.getActiveResourcesInfo().filter((name) => name === aProcess).length

const turn = () => new Promise((resolve) => setImmediate(resolve))
