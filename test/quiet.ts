import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** How often is looked, and for how long in a row the process must have had nothing to do. */
const lookMs = 5
const idleMs = 40
/** A look that comes later finds a machine on which what runs beside this thread may be late as well. */
const lateMs = 15
/** What looking itself, and sockets that are merely open, may take of the processor in a look. */
const busyMicrosMax = 1_000

/**
 * Resolves once this process has had nothing to do for a while: every party of a world is in it, so that then all of them wait for a
 * later time of their clock. A process that gets no processor does not count as idle. It says nothing where an engine is another process,
 * whose answers may still be on their way.
 */
export const processIsIdle = async (signal: AbortSignal): Promise<void> => {
  let idle = 0
  while (idle < idleMs) {
    const [before, used] = [performance.eventLoopUtilization(), process.threadCpuUsage()]
    await pause(lookMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    const { user, system } = process.threadCpuUsage(used)
    const passed = performance.eventLoopUtilization(before)
    const isIdle = user + system <= busyMicrosMax && passed.idle + passed.active < lateMs
    idle = isIdle ? idle + passed.idle : 0
  }
}
