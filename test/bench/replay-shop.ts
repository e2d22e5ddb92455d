import type { ModelPart } from '../../shared/domain/conversations/turn-parts.ts'
import type { Tool } from '../../shared/domain/tools/tool.ts'
import type {
  EvaluateRequest,
  Evaluation,
  Judgement,
  JudgeRequest,
  TalkRequest,
} from '../../shared/providers/models/model.ts'

export const prompt = [
  'You answer the phone of the restaurant Anna, and help guests.',
  '- When asked about opening hours: We open at seven every evening, and close at midnight.',
  '- Before booking: May I have your name first, please?',
  '- When asked to cancel: Cancelling is free until the day before.',
  '- When asked about allergies: Please tell the waiter, because our kitchen uses nuts.',
  '- When asked about parking: Guests park in the yard behind the house.',
  '- When asked about a menu: The menu of four courses costs sixty euros.',
].join('\n')

export const bookTable: Tool = {
  id: 1,
  user_id: 1,
  name: 'book_table',
  description: 'Books a table for a guest on a day.',
  endpoint: 'https://tables.example/book',
  method: 'POST',
  timeout_seconds: 5,
  headers: [],
  parameters: [{ name: 'day', type: 'string', description: 'The day of the week', required: true }],
  updated_at: 0,
  revision: 1,
}

export const guests: string[][] = [
  ['What are your opening hours?', 'And is there parking?', 'Thank you.'],
  ['I want to book a table on Friday.', 'My name is Ada, please book the table on Friday.', 'Great.'],
  ['I want to book a table on Monday.', 'My name is Grace, please book the table on Monday.', 'Do you have parking?'],
  ['Can I cancel my reservation?', 'And what about allergies, do you use nuts?'],
  ['What does the menu cost?', 'When are you open, what are the hours?'],
  ['I have allergies. Is that a problem?', 'Okay. My name is Alan, book a table on Sunday.'],
  ['Is there a menu?', 'Can I cancel later?', 'Where is the parking?', 'Thank you.'],
  [
    'Hello, opening hours please?',
    'I want to book a table on Tuesday.',
    'My name is Edsger, book the table on Tuesday.',
  ],
]

export type Chance = () => number

export const chanceOf = (seed: number): Chance => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const stemLength = 4
const stemsOf = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, stemLength)))
const idle = stemsOf('when asked about before with that this your have what please')
const tellingStems = (text: string): string[] => [...stemsOf(text)].filter((stem) => !idle.has(stem))
const sharedBy = (one: string, other: string): number =>
  tellingStems(one).filter((stem) => stemsOf(other).has(stem)).length

interface Rule {
  about: string
  says: string
}

const rulesIn = (system: string): Rule[] =>
  [...system.matchAll(/^- (.+?): (.+)$/gm)].map(([, about = '', says = '']) => ({ about, says }))

const ruleFor = (rules: readonly Rule[], words: string): Rule | undefined =>
  rules
    .map((rule) => ({ rule, shared: sharedBy(rule.about, words) }))
    .toSorted((one, other) => other.shared - one.shared)
    .find(({ shared }) => shared > 0)?.rule

const days = /\b(monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/i
const unknown = 'I will find that out for you.'
const openings = ['', 'Of course. ', 'Sure. ', 'Gladly. ', 'Certainly. ']

/**
 * Probabilities that a model ignores a rule of its prompt, and that it sends a wrong tool argument.
 */
const faultsOf = (name: string) =>
  /micro|nano/.test(name) ? { forgets: 0.35, garbles: 0.4 } : { forgets: 0.04, garbles: 0.01 }

export async function* scriptedTalk(request: TalkRequest, chance: Chance): AsyncGenerator<ModelPart> {
  const { history, system, tools, model } = request
  const last = history.at(-1)
  const { forgets, garbles } = faultsOf(model.name)
  const speak = (text: string): ModelPart => ({ type: 'text', text: inLanguage(system, text, chance) })
  if (last?.sender === 'tool') return yield speak(/not carried out|failed/.test(last.text) ? unknown : last.text)
  const words = last?.text ?? ''
  const rules = rulesIn(system)
  const answered = history.filter(({ sender }) => sender === 'bot').length
  if (answered > 1 && /hang up after (the|your) first answer/i.test(system))
    return yield { type: 'tool', name: 'end_call', say: 'Goodbye.' }
  const name = history.some(({ sender, text }) => sender === 'human' && /my name is/i.test(text))
  const tool = tools.find(({ name: own, description }) => own !== 'end_call' && sharedBy(description, words) >= 2)
  const isBooking = /\bbook\b/i.test(words)
  const rule = isBooking && name ? undefined : ruleFor(rules, words)
  const isForgotten = chance() < forgets
  if (tool && isBooking && (name || !rule || isForgotten)) {
    const day = chance() < garbles ? 'today' : (days.exec(words)?.[0] ?? 'today')
    return yield { type: 'use', id: `use-${history.length}`, name: tool.name, input: JSON.stringify({ day }) }
  }
  if (/thank|great/i.test(words)) return yield speak('You are welcome.')
  return yield speak(rule && !isForgotten ? rule.says : unknown)
}

const inLanguage = (system: string, text: string, chance: Chance): string =>
  /\bSpeak German\b/.test(system)
    ? 'Das sage ich Ihnen sehr gerne, einen Moment bitte.'
    : `${openings[Math.floor(chance() * openings.length)]}${text}`

export const scriptedEvaluation = ({ schema, transcript }: EvaluateRequest): Evaluation => {
  const said = transcript.map(({ text }) => text).join(' ')
  const booked = transcript.some(({ sender, text }) => sender === 'bot' && /is booked/.test(text))
  const found: Record<string, string | boolean | null> = { booked, day: days.exec(said)?.[0] ?? null }
  return {
    ...{ sentiment: 'neutral', outcome: 'A guest called.', score: 5, opt_out: false },
    extracted: Object.fromEntries(schema.map(({ name }) => [name, found[name] ?? null])),
  }
}

export const judgeFaults = { likesFirst: 1.2, errs: 0.8 }
const decidesAt = 0.5

/**
 * Judges two conversations by instructions, answers and tool calls. Evasive answers and the wrong
 * language cost points.
 */
export const scriptedJudgement = ({ goal, language, first, second }: JudgeRequest, chance: Chance): Judgement => {
  const rules = rulesIn(goal)
  const noise = () => (chance() + chance() + chance() - 1.5) * judgeFaults.errs
  const difference =
    scoreOf(first, rules, language) + judgeFaults.likesFirst * chance() + noise() - scoreOf(second, rules, language)
  if (Math.abs(difference) < decidesAt) return { better: 'neither', reason: 'Both serve the guest as well.' }
  return { better: difference > 0 ? 'first' : 'second', reason: 'It serves the guest better.' }
}

const scoreOf = (talk: readonly string[], rules: readonly Rule[], language: string): number =>
  talk.reduce((score, line, index) => {
    if (/^Tool .*: done$/.test(line)) return score + 2
    if (line.startsWith('Tool ')) return score - 2
    if (!line.startsWith('AI: ')) return score
    const asked = talk[index - 1] ?? ''
    const rule = ruleFor(rules, asked)
    const isForeign = language === 'English' && /\b(ich|Ihnen|bitte)\b/.test(line)
    const answers = rule && sharedBy(rule.says, line) >= Math.min(3, tellingStems(rule.says).length)
    return score + (answers ? 2 : 0) - (line.includes(unknown) ? 1 : 0) - (isForeign ? 3 : 0)
  }, 0)
