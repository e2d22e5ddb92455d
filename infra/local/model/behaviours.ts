/**
 * Faults of the simulated model. A tag in the prompt or the customer's words selects a fault:
 *
 * - `[double: stall]`: in every request to every model
 * - `[double talk: fail]`: in the conversation
 * - `[double evaluation: fail]`: in the evaluation
 * - `[double realtime: fail]`: in a realtime call; also `denied`, `insists`, `continues`, `abrupt`
 * - `[double embedding: short]`: in embeddings
 * - `[double gpt-4.1-mini: garbage]`: in this model only, so that another model can replace it
 *
 * A tag in the instructions applies to the whole call, a tag in the customer's words to one answer.
 */
const behaviours = {
  stall: 'takes the question and never answers',
  pause: 'stops for good in the middle of the answer',
  slow: 'begins after three seconds',
  fail: 'answers 500',
  busy: 'answers 429',
  denied: 'answers 401, as to a wrong key',
  drop: 'breaks the connection in the middle of the answer',
  garbage: 'sends events in the middle of the answer that nobody can read',
  noise: 'says bytes that are no text',
  silent: 'ends without a word',
  thinks: 'writes its thoughts before the answer, in tags of many kinds that are split over chunks',
  ponders: 'writes thoughts that never end, and no answer',
  writes: 'answers with headings, a list, a table, links, emoji and entities',
  endless: 'ends its stream without a finish reason',
  odd: 'puts the sign for broken bytes and control characters into its answer',
  insists: 'calls a tool again, whatever it has answered',
  continues: 'goes on by itself when its tools have answered',
  abrupt: 'ends the call without a word before',
  sloppy: 'fills a schema wrongly until it is told so',
  wrong: 'fills a schema wrongly, always',
  once: 'answers 429 the first time it is asked what these texts mean, then as it should',
  short: 'leaves out the last vector',
  ragged: 'gives the last vector another length than the others',
  zeros: 'says of everything that it means nothing',
} as const
export type Behaviour = keyof typeof behaviours

export const slowMs = 3_000

interface Asked {
  kind: 'talk' | 'evaluation' | 'realtime' | 'embedding'
  model: string
  text: string
}

export const behaviourOf = ({ kind, model, text }: Asked): Behaviour | undefined => {
  for (const [, whom, name] of text.matchAll(/\[double(?: ([^\]\s]+))?: (\w+)\]/g))
    if ((whom === undefined || whom === kind || whom === model) && isBehaviour(name)) return name
  return undefined
}

const isBehaviour = (name: string | undefined): name is Behaviour =>
  name !== undefined && Object.hasOwn(behaviours, name)
