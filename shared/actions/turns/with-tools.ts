import type { Line, ModelPart, Part, Wish } from '../../domain/conversations/turn-parts.ts'
import type { Toolbox } from './toolbox.ts'

interface WithTools {
  toolbox: Toolbox
  /** Asks the model, beside what was said and done in this turn already. */
  ask(thread: readonly Line[]): AsyncIterable<ModelPart>
  isCurrent(): Promise<boolean>
  remainingMs(): number
  now(): number
}

/** The model is asked so often in a turn after its wishes were granted. */
const roundsMax = 4
/** Room to ask the model again, and to hand over. */
const reserveMs = 8_000
/** Tools take so much of one invocation; what needs more goes on in another. */
const budgetMs = 60_000

/**
 * What the model says, and whatever it wishes is done and told to it until it wishes nothing more, or until what was done ends the talk: then
 * it has the last words, and no more wishes. No wish is granted once the turn is not
 * the talk's own any more, or when its answer could not be waited for in this invocation: then another one goes on, and asks anew.
 */
export async function* withTools({ toolbox, ask, isCurrent, remainingMs, now }: WithTools): AsyncGenerator<Part> {
  const thread: Line[] = [...toolbox.now]
  let leftMs = budgetMs
  let spokenBefore = false
  for (let round = 0; round <= roundsMax; round++) {
    const effect = toolbox.effect()
    if (effect?.type === 'switch') {
      if (effect.words) yield { type: 'text', text: spokenBefore ? ` ${effect.words}` : effect.words }
      if (effect.speaks) yield { type: 'hand over' }
      return
    }
    if (effect?.type === 'transfer' && !effect.asks) {
      yield { type: 'leave', ending: 'transfer', say: effect.words }
      return
    }
    const wishes: Wish[] = []
    let spoken = ''
    let end: Extract<ModelPart, { type: 'tool' }> | undefined
    for await (const part of ask(thread)) {
      if (part.type === 'use') {
        wishes.push(part)
        toolbox.heed(part)
      } else if (part.type === 'tool') end = part
      else {
        spoken += part.text
        yield part
      }
    }
    if (effect) {
      if (end?.say) yield { type: 'text', text: spoken && !/\s$/.test(spoken) ? ` ${end.say}` : end.say }
      yield { type: 'leave', ending: effect.type === 'transfer' ? 'transfer' : 'assistant' }
      return
    }
    // What it says goodbye with may be about what its tools have yet to answer.
    if (wishes.length === 0) {
      if (end) yield end
      return
    }
    const limitMs = toolbox.limitMs(wishes)
    leftMs -= limitMs
    if (leftMs < 0 || remainingMs() < limitMs + reserveMs) {
      yield { type: 'hand over' }
      return
    }
    yield { type: 'waiting', limitMs }
    if (!(await isCurrent())) {
      yield { type: 'hand over' }
      return
    }
    spokenBefore ||= spoken.trim() !== ''
    if (spoken.trim()) thread.push({ sender: 'bot', text: spoken, at: now() })
    const before = toolbox.now.length
    await toolbox.use(wishes)
    thread.push(...toolbox.now.slice(before))
  }
}

/** Puts what was done among what was said, each behind what had been said before it. */
export const among = (said: readonly Line[], done: readonly Line[]): Line[] => {
  const lines = [...said]
  for (const one of done) {
    const { place: wanted = 0 } = one
    const before = lines.findLastIndex(
      ({ sender, place }) => place !== undefined && (sender === 'tool' ? place <= wanted : place < wanted),
    )
    lines.splice(before + 1, 0, one)
  }
  return lines
}

/** A model that was offered no tools wishes for none. */
export async function* justSaid(parts: AsyncIterable<ModelPart>): AsyncGenerator<Part> {
  for await (const part of parts) if (part.type !== 'use') yield part
}
