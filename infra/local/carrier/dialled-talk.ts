import { spokenMs } from '../../../shared/domain/conversations/speaking-time.ts'
import type { LocalClock } from '../clock.ts'
import type { Step } from './customers.ts'
import type { SpokenLine } from './relay.ts'
import type { End } from './sip.ts'

const thinkMs = 1500

interface DialledTalk {
  clock: LocalClock
  steps: Step[]
  callee: End
  /** Receives each sentence that was spoken without interruption. */
  onSaid(line: SpokenLine): void
}

export const talkOnLine = ({ clock, steps, callee, onSaid }: DialledTalk) => {
  const cancels = new Set<() => void>()
  let spokenUntil = clock.now()
  let isOver = false
  let cancelNext = () => {}

  const after = (delayMs: number, task: () => void | Promise<void>) => {
    const cancel = clock.after(delayMs, () => {
      cancels.delete(cancel)
      return isOver ? undefined : task()
    })
    cancels.add(cancel)
    return cancel
  }
  const say = (text: string) => {
    onSaid({ speaker: 'customer', text })
    return callee.hears(text)
  }
  const act = (step: Step): void | Promise<void> => {
    if (step.does === 'say' || step.does === 'interrupt') return say(step.text)
    if (step.does === 'press') callee.presses?.(step.digits)
    // Skips other steps, such as key presses, which a realtime model cannot hear.
    if (step.does !== 'say twice') return goOn()
    const [first, second] = step.texts
    return Promise.all([say(first), say(second)]).then(() => undefined)
  }
  const goOn = () => {
    cancelNext()
    const [next] = steps
    if (!next) return
    cancelNext = after(Math.max(0, spokenUntil - clock.now()) + thinkMs, () => {
      steps.shift()
      return act(next)
    })
  }

  goOn()
  return {
    hears: (text: string) => {
      if (isOver) return
      spokenUntil = Math.max(spokenUntil, clock.now()) + spokenMs(text)
      after(spokenUntil - clock.now(), () => onSaid({ speaker: 'assistant', text }))
      goOn()
    },
    stop: () => {
      isOver = true
      for (const cancel of cancels) cancel()
    },
  }
}
