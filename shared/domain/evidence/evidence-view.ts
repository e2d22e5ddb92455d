import * as z from 'zod'
import { isoTime } from '../../words/time.ts'
import type { Link, Linked, PersonalFacts } from './evidence.ts'

export const EvidenceItem = z.object({
  id: z.int(),
  decision: z.enum(['dial', 'refused', 'restored']),
  decided_at: z.string(),
  words: z.array(z.string()),
  record: z.record(z.string(), z.unknown()),
  facts: z.object({ salt: z.string(), phone_number: z.string() }).nullable(),
  facts_erased_at: z.string().nullable(),
  link: z.object({ chain: z.int(), seq: z.int(), prev: z.string(), hash: z.string() }).nullable(),
})

interface Shown {
  record: Linked
  facts?: PersonalFacts
  erased_at?: number
  link?: Link
}

/** `record` contains exactly the data that is hashed. */
export const evidenceView = ({ record, facts, erased_at, link }: Shown): z.output<typeof EvidenceItem> => ({
  id: record.id,
  decision: record.decision,
  decided_at: isoTime(record.at),
  words: wordsOf(record),
  record: { ...record },
  facts: facts ?? null,
  facts_erased_at: erased_at === undefined ? null : isoTime(erased_at),
  link: link ? { chain: record.chain, ...link } : null,
})

const wordsOf = (record: Linked): string[] => {
  if (record.decision === 'restored') return [`The table was restored: the chain had come to link ${record.lost_seq}.`]
  const { decision, reasons, window, suppression, attempt, max_retries, rules, consent, disclosure } = record
  const words = decision === 'dial' ? ['The call was allowed.'] : ['No call was made.', ...reasons]
  if (window) {
    const { days, start, end, timezone, local_time } = window
    words.push(
      `The campaign calls from ${start} to ${end} on ${days.join(', ') || 'no day'} in ${timezone}; there it was ${local_time}.`,
    )
  }
  if (suppression?.listed === false)
    words.push('The number was not on the blacklist, in any spelling, at the moment of the decision.')
  if (attempt !== undefined && max_retries !== undefined)
    words.push(`It was attempt ${attempt}; the campaign makes at most ${max_retries + 1}.`)
  for (const [name, known] of Object.entries({ rules, consent, disclosure }))
    words.push(known ? said(name, known) : `What the ${nouns[name]} said was not recorded.`)
  return words
}

const nouns: Record<string, string> = { rules: 'calling rules', consent: 'consents', disclosure: 'disclosure' }

const said = (name: string, { words, wanted, consent_id, allowed, announced }: Record<string, unknown>): string => {
  if (Array.isArray(announced)) return announcing(announced)
  if (allowed === true) return 'The calling rules of the place allowed the call.'
  if (wanted === 'none') return 'The campaign asked for no consent.'
  if (consent_id !== undefined)
    return `The campaign asked for a consent (${wanted}); consent ${consent_id} was relied on.`
  return Array.isArray(words) ? words.join(' ') : `The ${nouns[name]} of the day are in the record.`
}

const announcing = (announced: unknown[]): string => {
  const what = [
    ...(announced.includes('ai') ? ['that an AI is calling'] : []),
    ...(announced.includes('recording') ? ['that the call is recorded'] : []),
  ]
  return what.length === 0
    ? 'Nothing was to be said before the conversation.'
    : `Before the conversation it was to be said ${what.join(', and ')}.`
}
