import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** How often is looked, and for how long in a row the process must have had nothing to do. */
const lookMs = 5
const idleMs = 40
/** What looking itself, and sockets that are merely open, may take of a look's time. */
const busyMsMax = 1.5

/**
 * Resolves once this process has had nothing to do for a while: every party of a world is in it, so that then all of them wait for a
 * later time of their clock. A process that gets no processor does not count as idle. Says nothing where an engine is another process,
 * whose answers may still be on their way.
 */
export const processIsIdle = async (signal: AbortSignal): Promise<void> => {
  let idle = 0
  while (idle < idleMs) {
    const before = performance.eventLoopUtilization()
    await pause(lookMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    const passed = performance.eventLoopUtilization(before)
    idle = passed.active <= busyMsMax ? idle + passed.idle : 0
  }
}
