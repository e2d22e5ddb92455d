import { setTimeout as pause } from 'node:timers/promises'

interface Step {
  name: string
  isWell: boolean
  outcome: string
  coldMs?: number
  warmMs?: number
}

export type StepOutcome = string | Pick<Step, 'outcome' | 'coldMs' | 'warmMs'>

export const openSteps = (say: (line: string) => void) => {
  const steps: Step[] = []
  const add = (step: Step) => {
    steps.push(step)
    say(lineOf(step))
  }
  return {
    /** Runs a step. An error becomes the step's outcome; later steps still run. */
    play: async (name: string, act: () => Promise<StepOutcome>): Promise<void> => {
      try {
        const found = await act()
        add({ name, isWell: true, ...(typeof found === 'string' ? { outcome: found } : found) })
      } catch (cause) {
        add({ name, isWell: false, outcome: cause instanceof Error ? cause.message : String(cause) })
      }
    },
    failed: () => steps.filter(({ isWell }) => !isWell).length,
    count: () => steps.length,
  }
}
export type Steps = ReturnType<typeof openSteps>

const nameLength = 46
const outcomeLength = 30
export const heading = `     ${'step'.padEnd(nameLength)} ${'outcome'.padEnd(outcomeLength)}    cold    warm ms`

const lineOf = ({ name, isWell, outcome, coldMs, warmMs }: Step): string => {
  const times = [coldMs, warmMs].map((ms) => (ms === undefined ? '' : String(Math.round(ms))).padStart(7))
  return `${isWell ? 'ok  ' : 'FAIL'} ${name.padEnd(nameLength)} ${outcome.padEnd(outcomeLength)} ${times.join(' ')}`.trimEnd()
}

/** Seconds until a wait fails. Only a hang reaches this limit, even on a busy machine. */
const hangSeconds = 300

export const eventually = async <T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  withinSeconds = hangSeconds,
): Promise<T> => {
  const until = performance.now() + withinSeconds * 1000
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > until) throw new Error(`${what}: not within ${withinSeconds} s`)
    await pause(pollMs)
  }
}

const pollMs = 500

export const expect = (isSo: boolean, otherwise: string): void => {
  if (!isSo) throw new Error(otherwise)
}
