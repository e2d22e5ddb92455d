export interface OwnProcess {
  /**
   * Registers a part and the function that stops it. These functions run once each, in reverse
   * order.
   */
  keep(name: string, stop: () => unknown): void
  watch(name: string, exited: Promise<string>): void
  stop(exitStatus: number): Promise<void>
}

/**
 * Ctrl-C or SIGTERM stops all parts and exits with 0; a second Ctrl-C exits at once. If a watched
 * part ends, all parts stop, with status 1.
 */
export const ownProcess = (say: (sentence: string) => void): OwnProcess => {
  const parts: { name: string; stop: () => unknown }[] = []
  let stoppingSince: number | undefined

  const stop = async (exitStatus: number) => {
    if (stoppingSince !== undefined) return
    stoppingSince = performance.now()
    for (let part = parts.pop(); part; part = parts.pop()) {
      try {
        await part.stop()
      } catch (cause) {
        say(`${part.name} did not stop properly: ${cause instanceof Error ? cause.message : cause}`)
      }
    }
    process.exit(exitStatus)
  }

  const onSignal = () => {
    if (stoppingSince === undefined) return void stop(0)
    if (performance.now() - stoppingSince > sameSignalMs) process.exit(ctrlCExitStatus)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)

  return {
    keep: (name, stop) => parts.push({ name, stop }),
    watch: async (name, exited) => {
      const how = await exited
      if (stoppingSince !== undefined) return
      say(`${name} ended unexpectedly (${how}), so everything stops`)
      await stop(1)
    },
    stop,
  }
}

/** Milliseconds in which a repeated signal is ignored: terminal and npm both send each Ctrl-C. */
const sameSignalMs = 500
const ctrlCExitStatus = 130
