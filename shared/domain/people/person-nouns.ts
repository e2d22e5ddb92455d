/**
 * Where a person is looked for, in this order: what makes calls begin goes first, what tells of them later. The first ones are about people, and go or
 * lose what they say; from `call-detail` on they are about something else, and a number that stands in them is taken out of their words.
 */
export const personNouns = [
  'lead',
  'call',
  'sms',
  'opt-out-question',
  'consent',
  'suppression-event',
  'blacklist',
  'dialled',
  'evidence-facts',
  'evidence-export',
  'person-work',
  'call-number',
  'call-mark',
  'call-detail',
  'talk',
  'utterance',
  'tool-call',
  'delivery',
  'ledger',
  'move-0',
  'move-1',
  'idempotency',
  'simulation',
  'simulation-run',
] as const
export type PersonNoun = (typeof personNouns)[number]
