import type { PersonNoun } from '../../domain/people/person-nouns.ts'
import type { UserNoun } from '../../table/keys.ts'

const goesWithIt = 'It goes with what it leads to.'
const settings = 'The user set it up; it is about no person that is called.'
const ids = 'It holds ids and counts, and no number.'
const hashed = 'It holds hashes.'

/** Why the other nouns are not looked through when a person is erased. A new noun does not compile without a reason, or a place among those that are. */
export const leftAlone: Record<Exclude<UserNoun, PersonNoun>, string> = {
  'lead-number': goesWithIt,
  blacklisted: goesWithIt,
  'consent-number': goesWithIt,
  'call-to-dial': goesWithIt,

  evidence: 'Who was decided about stands in the facts beside it; the record is what the chain holds.',
  'evidence-block': hashed,
  'erased-opt-out': hashed,
  'suppression-block': hashed,
  'suppression-list': 'It says what lists are called, and how long they are.',
  'suppression-import': 'It says what lists are called, and which of their lines were refused.',
  token: hashed,
  rate: hashed,
  line: hashed,
  endpoint: settings,

  assistant: settings,
  number: settings,
  voice: settings,
  campaign: settings,
  tool: settings,
  'tool-secret': settings,
  knowledgebase: settings,
  document: settings,
  rule: settings,

  'campaign-place': 'It holds countries, states and clocks, and no number.',
  'campaign-wake': ids,
  'campaign-clear': ids,
  'campaign-to-dial': ids,
  slot: ids,
  'lead-import': ids,
  'knowledge-work': ids,
  'simulation-place': ids,
  'open-jobs': ids,
  'worker-share': ids,
  texted: 'It counts by blocks of ten thousand numbers, for two hours.',
  'call-history': ids,
  'lead-history': ids,
  'lead-mark': ids,
  'delivery-history': ids,
  'delivery-mark': ids,
  'ledger-history': ids,
  'ledger-mark': ids,
  'sms-history': ids,
  'sms-mark': ids,
  'blacklist-history': ids,
  'blacklist-mark': ids,
  'consent-history': ids,
  'consent-mark': ids,
}
