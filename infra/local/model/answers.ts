export interface ModelAnswer {
  text: string
  ends: boolean
  toolCalls?: { name: string; input: unknown }[]
}

/**
 * Finds the tools that the customer asks for. "Please book a table" calls `book_table`. `[tool
 * book_table {"day": "Monday"}]` gives tool and arguments.
 */
export const toolCallsIn = (
  words: string,
  offered: readonly { name: string; parameters: Schema }[],
  instructions = '',
): { name: string; input: unknown }[] => {
  // Ignores a reported event of the call, because it is not a request of the customer.
  if (words.startsWith('(The transfer')) return []
  const marked = words.split('[tool ').flatMap((piece) => {
    const found = /^(\w+)(?: (\{.*?\}))?\]/.exec(piece)
    return found ? [found] : []
  })
  if (marked.length > 0)
    return marked.map(([, name = '', input]) => ({ name, input: input === undefined ? {} : JSON.parse(input) }))
  const spoken: string[] = words.toLowerCase().match(/\p{L}+/gu) ?? []
  return offered
    .filter(({ name }) => name !== 'end_call' && name.split('_').every((part) => spoken.includes(part)))
    .map(({ name, parameters }) => ({ name, input: withTime(fill(parameters, [words]), words, instructions) }))
}

/** Adds tomorrow's date to a time without a day. */
const withTime = (input: unknown, words: string, instructions: string): unknown => {
  const [time] = /\b\d\d:\d\d\b/.exec(words) ?? []
  const [today] = /\d{1,2} \p{L}+ \d{4}/u.exec(instructions) ?? []
  if (!time || !today || typeof input !== 'object' || input === null || !('time' in input)) return input
  const tomorrow = new Date(Date.parse(`${today} UTC`) + 24 * 60 * 60 * 1000)
  return { ...input, time: `${tomorrow.toISOString().slice(0, 10)} ${time}` }
}

const goodbye =
  /\b(good ?bye|bye|farewell|auf wiedersehen|tsch(ü|ue)ss|adi[oó]s|hasta luego|au revoir|ciao|arrivederci)\b/i
const thanks = /\b(thank|thanks|great|good|perfect|wonderful|danke|super|gracias|merci|grazie)\b/i
const trouble = /\b(angry|terrible|bad|awful|annoyed|unhappy|complain\w*|refuse|never|stop calling)\b/i
const no = /\b(no|not|never|don't|won't|can't|nein|nicht)\b/i

/**
 * Words that the simulated model understands as an opt-out, although the product's own rules do
 * not.
 */
const optsOut =
  /\b(never|not|don't|no more|stop)\b[^.?!]{0,30}\b(call|text|contact|phone|message|write|bother)\w*\b[^.?!]{0,20}(again|any ?more|me\b)|\b(last i hear|hear the last|off your list|my number out of|wash your hands of me|strike me from)\b/i

export const answerTo = (instructions: string, words: string): ModelAnswer => {
  const remark = remarks.find(({ sign }) => sign.test(words))
  if (remark) return { text: remark.answer, ends: false }
  if (words.startsWith('(You were cut off')) return { text: 'As I was saying, I am glad to help you.', ends: false }
  if (goodbye.test(words)) return { text: 'Thank you for your time. Goodbye!', ends: true }
  const known = sentenceAbout(instructions, words)
  if (known) return { text: `About that I can tell you: ${known}`, ends: false }
  let echo = words.trim()
  while (/[.!?…]$/.test(echo.slice(-1))) echo = echo.slice(0, -1)
  return words.trim().endsWith('?')
    ? { text: `You would like to know: ${echo}. I will find that out for you.`, ends: false }
    : { text: `I understand: ${echo}. What else can I do for you?`, ends: false }
}

const remarks = [
  { sign: /\(The call is connected/, answer: 'Hello, how can I help you?' },
  { sign: /\((The customer says nothing|The customer has been silent)/, answer: 'Are you still there?' },
  { sign: /\(The transfer to/, answer: 'I am sorry, I could not reach anyone. What can I do for you?' },
  { sign: /\(You were cut off/, answer: 'And that is all I know.' },
]

const sentenceAbout = (text: string, words: string): string | undefined => {
  const sought = wordsOf(words)
  const best = sentencesOf(text)
    .map((sentence) => ({ sentence, shared: wordsOf(sentence).filter((word) => sought.includes(word)).length }))
    .reduce((best, next) => (next.shared > best.shared ? next : best), { sentence: '', shared: 0 })
  return best.sentence || undefined
}

const sentencesOf = (text: string): string[] =>
  text
    .replace(/\[double[^[\]]*\]/g, '')
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence && !instruction.test(sentence))

/** Matches sentences of the instructions that the customer must not hear. */
const instruction = /^(You|Your|Speak|Remarks|Be|Never|Always|Ask|Sell|Do|Don't|It is)\b/

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{5,}/gu) ?? []

/** Subset of JSON Schema that answer schemas use. */
export interface Schema {
  type?: string | string[]
  enum?: string[]
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
}

/**
 * Fills an answer schema. A value that the customer did not give becomes null, if the schema allows
 * null.
 */
export const fill = (schema: Schema, customer: readonly string[], name = ''): unknown => {
  const types = [schema.type ?? 'object'].flat()
  const said = customer.join(' ')
  const about = `${name} ${schema.description ?? ''}`.replaceAll('_', ' ')
  if (schema.enum) return schema.enum[trouble.test(said) ? schema.enum.length - 1 : thanks.test(said) ? 0 : 1] ?? null
  if (types.includes('object')) {
    const members = Object.entries(schema.properties ?? {})
    return Object.fromEntries(members.map(([member, schema]) => [member, fill(schema, customer, member)]))
  }
  if (types.includes('array')) return []
  if (name === 'opt_out') return customer.some((words) => optsOut.test(words))
  if (types.includes('boolean')) return said !== '' && !no.test(customer.at(-1) ?? '') && !trouble.test(said)
  if (types.includes('number') || types.includes('integer')) {
    if (name === 'score') return trouble.test(said) ? 2 : thanks.test(said) ? 9 : 6
    const number = /\d+(?:\.\d+)?/.exec(said)?.[0]
    return number ? Number(number) : types.includes('null') ? null : 0
  }
  return (
    phraseAbout(about, customer) ?? (types.includes('null') ? null : `The customer said ${customer.length} things.`)
  )
}

/**
 * Chooses the conversation in which the assistant repeats more words of its instructions. Each
 * failed tool lowers the score.
 */
export const preferred = (question: string): { better: string; reason: string } => {
  const partOf = (name: string) => question.split(`<${name}>`)[1]?.split(`</${name}>`)[0] ?? ''
  const known = new Set(wordsOf(partOf('instructions')))
  const scoreOf = (talk: string): number => {
    const said = new Set(wordsOf([...talk.matchAll(/^AI: (.*)$/gm)].map(([, words]) => words).join(' ')))
    const failed = [...talk.matchAll(/^Tool .*: failed$/gm)].length
    return [...said].filter((word) => known.has(word)).length - 10 * failed
  }
  const [first, second] = [scoreOf(partOf('first')), scoreOf(partOf('second'))]
  if (first === second) return { better: 'neither', reason: 'Both say as much of the instructions.' }
  return { better: first > second ? 'first' : 'second', reason: 'It says more of the instructions.' }
}

const addressIn = (word: string): string[] => {
  const at = word.indexOf('@')
  const [domain] = /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/u.exec(word.slice(at + 1)) ?? []
  return at > 0 && domain ? [`${word.slice(0, at)}@${domain}`] : []
}

const phraseAbout = (about: string, customer: readonly string[]): string | undefined => {
  const said = customer.join(' ')
  if (/summary/i.test(about)) return customer.length ? `The customer said: ${said}` : undefined
  if (/outcome/i.test(about)) return `The customer said ${customer.length} things and the call ended.`
  if (/\bname\b/i.test(about)) return /\b(?:[Mm]y name is|I am|I'm|[Tt]his is) (\p{Lu}\p{L}+)/u.exec(said)?.[1]
  if (/e-?mail/i.test(about)) return said.split(/\s+/).flatMap(addressIn)[0]
  return sentenceAbout(said, about)
}
