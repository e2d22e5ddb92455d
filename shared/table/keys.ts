import type { HistoryNoun } from './history-ref.ts'

/**
 * The single table on one page. Every key of a user's things starts with the user's id, so that what belongs to
 * another user is not found, at the same cost as what does not exist. Sort keys are zero-padded ids: time order.
 *
 *   pk                    sk                what
 *   users                 <user>            a user: name, e-mail
 *   <user>                balance           the account: its balance, and what of it is held for which call
 *   <user>                event-webhook     where events are sent that are no call's
 *   <user>                webhook-secret    the signing secret, and the one before it
 *   <user>                campaigns-to-dial the user's place among those whose campaigns wait for the carrier's rate
 *   <user>#token          <sha-256>         an API token (its hash)
 *   <user>#assistant      <id>              an assistant
 *   <user>#number         <id>              an owned phone number
 *   <user>#voice          <id>              a private voice
 *   <user>#call           <id>              a call's header: small and hot              → due
 *   <user>#call-detail    <id>              its variables, transcript, evaluation
 *   <user>#call-to-dial   <id>              a single call that waits for the carrier's rate
 *   <user>#campaign       <id>              a campaign
 *   <user>#campaign-to-dial <turn>          a campaign that waits for the carrier's rate
 *   <user>#campaign-wake  <id>              when its dialler looks at it again          → due
 *   <user>#campaign-place <campaign>#<place> a place where leads wait whose campaign enforces calling rules
 *   <user>#campaign-clear <id>              when more of it is cleared away             → due
 *   <user>#call-history   <version>#<n>     a node of the sealed history of calls; 0 is its head → due
 *   <user>#call-mark      <id>              what the history holds of this call is no longer so
 *   <user>#call-number    <E.164>#<id>      a sealed call by its number
 *   <user>#delivery-history, -mark          the same for deliveries, and so for ledger, sms and blacklist → due
 *   <user>#lead           <id>              a lead with its secondary contacts          → queue, phone
 *   <user>#lead           <id of a contact> the lead that it belongs to                 → phone
 *   <user>#lead-history   <version>#<n>     a node of the sealed history of leads, as of calls → due
 *   <user>#lead-mark      <id>              what the history holds of this lead is no longer so
 *   <user>#lead-number    <campaign>#<E.164> how many leads and contacts have it there
 *   <user>#lead-import    <campaign>#<hash> how far the import of a file has come
 *   <user>#slot           <campaign>#<n>    one of a campaign's calls at a time: which call has it
 *   <user>#talk           <call>            the talk of a call: whose turn it is, and the exchange under way
 *   <user>#utterance      <call>#<place>    one thing that was said in it
 *   <user>#tool           <id>              a tool that assistants may use
 *   <user>#tool-secret    <id>              what its headers hold, sealed
 *   <user>#tool-call      <call>#<sha-256>  what a tool was asked for in a talk, and what it answered
 *   <user>#knowledgebase  <id>              a knowledge base: how many documents it has, and where they lie packed
 *   <user>#document       <base>#<id>       one of its documents
 *   <user>#knowledge-work 0                 how many bases there are, and who looks after their documents → due
 *   <user>#simulation     <id>              a talk that is played without a phone: what, how often → due
 *   <user>#simulation-run <id>#<run>        one time that it is played
 *   <user>#open-jobs 0                      how many jobs of each kind are open
 *   <user>#worker-share   <worker>#<n>      one of the user's messages at work in a worker
 *   <user>#simulation-place <n>             one of the user's simulations at a time: which has it
 *   <user>#delivery       <id>              what is sent to a webhook, attempt by attempt → due
 *   <user>#endpoint       <sha-256 of URL>  a receiver of webhooks: who is sending to it, and how it is
 *   <user>#line           <sha-256>#<id>    a delivery that waits until it is less busy
 *   <user>#ledger         <id>              a ledger entry
 *   <user>#move-0, -1     <id>              what waits to happen to the account, together with others
 *   <user>#sms            <id>              a message                                   → due
 *   <user>#opt-out-question <call>        words that hint at an opt-out, until a model has judged them → due
 *   <user>#opt-out-question 0#<sid>       the same for a text that arrived
 *   <user>#opt-out-question day#<day>     how many questions were asked in a day
 *   <user>#texted         <block>#<hour>    how many messages went to neighbouring numbers in an hour
 *   <user>#blacklist      <id>              a number never to dial or text
 *   <user>#blacklisted    <E.164>           the same number, for a look-up: its id
 *   <user>#erased-opt-out <keyed hash>      an opt-out whose person was erased; #: that there are any
 *   <user>#consent        <id>              a consent to be called or texted, or its withdrawal
 *   <user>#consent-number <E.164>           what counts of a number's consents; <E.164>#<id>: that there is such a record
 *   <user>#suppression-event <id>           a change of what may be dialled and texted: added or lifted, by whom, why
 *   <user>#suppression-list list           do-not-call lists in force; user 0: the operator's, for all users  → due
 *   <user>#suppression-block <version>#<place> numbers of these lists, as hashes
 *   <user>#suppression-import <id>          a list on its way into or out of force       → due
 *   <user>#evidence       <call or lead>#<id> why it was dialled, or refused; written with the claim, never again
 *   <user>#evidence-facts <call or lead>#<id> what that says of a person; while it is not in a chain   → due
 *   <user>#evidence-block <chain>#<seq>     links of a chain: which decisions, in which order, and their hashes
 *   <user>#evidence-export <id>            a bundle of evidence in the making            → due
 *   <user>#person-work    <id>              all about one number, to be written down or erased → due
 *   <user>#rule           <region>          the user's own calling hours for a region, and how often a number may be called there
 *   <user>#dialled        <E.164>           when this number was dialled last, by which calls; #<keyed hash>: of a person who was erased
 *   <user>#idempotency    <operation>#<key> the first answer to a request
 *   <user>#rate           <sha-256>#<minute> how many requests a token made in a minute
 *   phone#<E.164>         phone             who owns a number (for incoming calls and messages)
 *   dialling              <table>           whether the carrier may be asked for calls and messages, and who decided that
 *   evidence-keys         <key id>          a public key that evidence is signed with
 *   evidence-unsigned     <user>#<chain>    a chain that went on since its head was signed
 *   sealing               sealing           since when no function runs that knows nothing of histories
 *   pace                  pace              when the carrier takes the next call, and how many users wait for it
 *   connection#<id>       connection        which talk a socket belongs to
 *   carrier-call#<sid>    carrier-call      which call of ours a call of the carrier's is
 *
 * Index `due` (due_shard, due_at): everything unfinished, by the time a worker must look after it.
 * Index `queue` (queue_key, queue_at): a campaign's leads by standing, and those that wait by place, if it has enforced calling rules, and by their next attempt.
 * Index `phone` (phone_key, sk): leads and contacts by their number.
 */
export interface Key {
  pk: string
  sk: string
}

/** The nouns of what belongs to a user, a partition each: all that a person has lies there, or under the id alone. */
export const userNouns = [
  'token',
  'assistant',
  'number',
  'voice',
  'call',
  'call-detail',
  'call-history',
  'call-mark',
  'call-number',
  'call-to-dial',
  'campaign',
  'campaign-wake',
  'campaign-clear',
  'campaign-place',
  'campaign-to-dial',
  'lead',
  'lead-history',
  'lead-mark',
  'lead-number',
  'lead-import',
  'slot',
  'talk',
  'utterance',
  'tool',
  'tool-secret',
  'tool-call',
  'knowledgebase',
  'document',
  'knowledge-work',
  'simulation',
  'simulation-run',
  'simulation-place',
  'open-jobs',
  'worker-share',
  'delivery',
  'delivery-history',
  'delivery-mark',
  'endpoint',
  'line',
  'ledger',
  'ledger-history',
  'ledger-mark',
  'move-0',
  'move-1',
  'sms',
  'sms-history',
  'sms-mark',
  'texted',
  'opt-out-question',
  'blacklist',
  'blacklist-history',
  'blacklist-mark',
  'blacklisted',
  'erased-opt-out',
  'suppression-event',
  'suppression-list',
  'suppression-block',
  'suppression-import',
  'consent',
  'consent-history',
  'consent-mark',
  'consent-number',
  'evidence',
  'evidence-facts',
  'evidence-block',
  'evidence-export',
  'person-work',
  'rule',
  'dialled',
  'idempotency',
  'rate',
] as const
export type UserNoun = (typeof userNouns)[number]

const of = (user: number, noun: UserNoun): string => `${user}#${noun}`

/** The partition of one noun of a user; without a noun, that of what there is one of: the balance, the webhook secret. */
export const userPartition = (user: number, noun?: UserNoun): string => (noun ? of(user, noun) : String(user))

const padded = (id: number) => String(id).padStart(16, '0')

export const userKey = (user: number): Key => ({ pk: 'users', sk: padded(user) })
export const balanceKey = (user: number): Key => ({ pk: String(user), sk: 'balance' })
export const webhookSecretKey = (user: number): Key => ({ pk: String(user), sk: 'webhook-secret' })
export const eventWebhookKey = (user: number): Key => ({ pk: String(user), sk: 'event-webhook' })
export const tokenKey = (user: number, hash: string): Key => ({ pk: of(user, 'token'), sk: hash })
export const assistantKey = (user: number, id: number): Key => ({ pk: of(user, 'assistant'), sk: padded(id) })
export const numberKey = (user: number, id: number): Key => ({ pk: of(user, 'number'), sk: padded(id) })
export const voiceKey = (user: number, id: number): Key => ({ pk: of(user, 'voice'), sk: padded(id) })
export const callKey = (user: number, id: number): Key => ({ pk: of(user, 'call'), sk: padded(id) })
export const callDetailKey = (user: number, id: number): Key => ({ pk: of(user, 'call-detail'), sk: padded(id) })
export const campaignKey = (user: number, id: number): Key => ({ pk: of(user, 'campaign'), sk: padded(id) })
export const campaignWakeKey = (user: number, id: number): Key => ({ pk: of(user, 'campaign-wake'), sk: padded(id) })
export const campaignPlaceKey = (user: number, campaign: number, place: string): Key => ({
  pk: of(user, 'campaign-place'),
  sk: `${padded(campaign)}#${place}`,
})
export const campaignClearKey = (user: number, id: number): Key => ({ pk: of(user, 'campaign-clear'), sk: padded(id) })
export const leadKey = (user: number, id: number): Key => ({ pk: of(user, 'lead'), sk: padded(id) })
export const leadNumberKey = (user: number, campaign: number, number: string): Key => ({
  pk: of(user, 'lead-number'),
  sk: `${padded(campaign)}#${number}`,
})
export const leadImportKey = (user: number, campaign: number, hash: string): Key => ({
  pk: of(user, 'lead-import'),
  sk: `${padded(campaign)}#${hash}`,
})
/** DynamoDB's batch limit; a campaign has no more slots than that. */
export const slotsMax = 100
export const slotKey = (user: number, campaign: number, slot: number): Key => ({
  pk: of(user, 'slot'),
  sk: `${padded(campaign)}#${String(slot).padStart(3, '0')}`,
})
export const dialRateKey: Key = { pk: 'pace', sk: 'pace' }
export const diallingKey = (table: string): Key => ({ pk: 'dialling', sk: table })
export const callToDialKey = (user: number, id: number): Key => ({ pk: of(user, 'call-to-dial'), sk: padded(id) })
export const campaignToDialKey = (user: number, turn: number): Key => ({
  pk: of(user, 'campaign-to-dial'),
  sk: padded(turn),
})
export const campaignsToDialKey = (user: number): Key => ({ pk: String(user), sk: 'campaigns-to-dial' })
export const talkKey = (user: number, call: number): Key => ({ pk: of(user, 'talk'), sk: padded(call) })
export const utteranceKey = (user: number, call: number, place: number): Key => ({
  pk: of(user, 'utterance'),
  sk: `${padded(call)}#${String(place).padStart(6, '0')}`,
})
export const toolKey = (user: number, id: number): Key => ({ pk: of(user, 'tool'), sk: padded(id) })
export const toolSecretKey = (user: number, id: number): Key => ({ pk: of(user, 'tool-secret'), sk: padded(id) })
export const toolCallKey = (user: number, call: number, hash: string): Key => ({
  pk: of(user, 'tool-call'),
  sk: `${padded(call)}#${hash}`,
})
export const knowledgebaseKey = (user: number, id: number): Key => ({ pk: of(user, 'knowledgebase'), sk: padded(id) })
export const documentKey = (user: number, base: number, id: number): Key => ({
  pk: of(user, 'document'),
  sk: `${padded(base)}#${padded(id)}`,
})
/** Its sort key is a number, as the deadline index wants it. */
export const knowledgeWorkKey = (user: number): Key => ({ pk: of(user, 'knowledge-work'), sk: padded(0) })
export const simulationKey = (user: number, id: number): Key => ({ pk: of(user, 'simulation'), sk: padded(id) })
export const simulationRunKey = (user: number, id: number, run: number): Key => ({
  pk: of(user, 'simulation-run'),
  sk: `${padded(id)}#${String(run).padStart(2, '0')}`,
})
export const simulationPlaceKey = (user: number, place: number): Key => ({
  pk: of(user, 'simulation-place'),
  sk: String(place),
})
/** How many jobs of each kind a user has open. */
export const openJobsKey = (user: number): Key => ({ pk: of(user, 'open-jobs'), sk: padded(0) })
export const workerShareKey = (user: number, worker: string, slot: number): Key => ({
  pk: of(user, 'worker-share'),
  sk: `${worker}#${String(slot).padStart(3, '0')}`,
})
export const deliveryKey = (user: number, id: number): Key => ({ pk: of(user, 'delivery'), sk: padded(id) })
export const webhookEndpointKey = (user: number, hash: string): Key => ({ pk: of(user, 'endpoint'), sk: hash })
export const webhookLineKey = (user: number, hash: string, delivery: number): Key => ({
  pk: of(user, 'line'),
  sk: `${hash}#${padded(delivery)}`,
})
export const ledgerKey = (user: number, id: number): Key => ({ pk: of(user, 'ledger'), sk: padded(id) })
/** What waits stands under two keys in turn: each takes 1,000 write units a second, and a move that waits costs three. */
export const moveLines = [0, 1] as const
export const moveKey = (user: number, id: number, line: (typeof moveLines)[number] = id % 2 === 0 ? 0 : 1): Key => ({
  pk: of(user, `move-${line}`),
  sk: padded(id),
})
export const smsKey = (user: number, id: number): Key => ({ pk: of(user, 'sms'), sk: padded(id) })
export const callQuestionKey = (user: number, call: number): Key => ({
  pk: of(user, 'opt-out-question'),
  sk: padded(call),
})
/** Its sort key begins with a number, as the deadline index wants it. */
export const textQuestionKey = (user: number, sid: string): Key => ({
  pk: of(user, 'opt-out-question'),
  sk: `0#${sid}`,
})
export const questionsOfDayKey = (user: number, day: string): Key => ({
  pk: of(user, 'opt-out-question'),
  sk: `day#${day}`,
})
export const textedKey = (user: number, block: string, hour: number): Key => ({
  pk: of(user, 'texted'),
  sk: `${block}#${hour}`,
})
export const blacklistKey = (user: number, id: number): Key => ({ pk: of(user, 'blacklist'), sk: padded(id) })
export const blacklistedKey = (user: number, number: string): Key => ({ pk: of(user, 'blacklisted'), sk: number })
/** Sorts before every hash. */
export const erasedOptOutsKey = (user: number): Key => ({ pk: of(user, 'erased-opt-out'), sk: '#' })
export const erasedOptOutKey = (user: number, hash: string): Key => ({ pk: of(user, 'erased-opt-out'), sk: hash })
export const consentKey = (user: number, id: number): Key => ({ pk: of(user, 'consent'), sk: padded(id) })
export const consentStandingKey = (user: number, number: string): Key => ({
  pk: of(user, 'consent-number'),
  sk: number,
})
export const consentNumberKey = (user: number, number: string, id: number): Key => ({
  pk: of(user, 'consent-number'),
  sk: `${number}#${padded(id)}`,
})
export const suppressionEventKey = (user: number, id: number): Key => ({
  pk: of(user, 'suppression-event'),
  sk: padded(id),
})
/** Its sort key is a number, as the deadline index wants it. */
export const suppressionListKey = (user: number): Key => ({ pk: of(user, 'suppression-list'), sk: padded(0) })
export const suppressionBlockKey = (user: number, version: string, place: number): Key => ({
  pk: of(user, 'suppression-block'),
  sk: `${version}#${String(place).padStart(6, '0')}`,
})
export const suppressionImportKey = (user: number, id: number): Key => ({
  pk: of(user, 'suppression-import'),
  sk: padded(id),
})
/** `subject`: the call that was decided about, or the lead where there was none. */
export const evidenceKey = (user: number, subject: number, id: number): Key => ({
  pk: of(user, 'evidence'),
  sk: evidenceSort(subject, id),
})
export const evidenceFactsKey = (user: number, subject: number, id: number): Key => ({
  pk: of(user, 'evidence-facts'),
  sk: evidenceSort(subject, id),
})
export const evidenceSort = (subject: number, id: number): string => `${padded(subject)}#${padded(id)}`
/** By the number of its first link. */
export const evidenceBlockKey = (user: number, chain: number, seq: number): Key => ({
  pk: of(user, 'evidence-block'),
  sk: `${padded(chain)}#${padded(seq)}`,
})
export const evidenceExportKey = (user: number, id: number): Key => ({
  pk: of(user, 'evidence-export'),
  sk: padded(id),
})
/** Belongs to no user: who was called by any of them may check with it. */
export const evidenceSigningKey = (key_id: string): Key => ({ pk: 'evidence-keys', sk: key_id })
export const unsignedHeadKey = (user: number, chain: number): Key => ({
  pk: 'evidence-unsigned',
  sk: `${padded(user)}#${padded(chain)}`,
})
export const personWorkKey = (user: number, id: number): Key => ({ pk: of(user, 'person-work'), sk: padded(id) })
export const ruleKey = (user: number, region: string): Key => ({ pk: of(user, 'rule'), sk: region })
/** A keyed hash stands behind a #, which is in no number. */
export const dialledKey = (user: number, number: string): Key => ({ pk: of(user, 'dialled'), sk: number })
export const dialledHashKey = (user: number, hash: string): Key => ({ pk: of(user, 'dialled'), sk: `#${hash}` })
export const idempotencyKey = (user: number, operation: string, hash: string): Key => ({
  pk: of(user, 'idempotency'),
  sk: `${operation}#${hash}`,
})
export const rateKey = (user: number, hash: string, minute: number): Key => ({
  pk: of(user, 'rate'),
  sk: `${hash}#${minute}`,
})
/**
 * Where the history of a noun is kept, beside the records themselves: `12#call` has `12#call-history`, `12#call-mark` and, if it is
 * looked up by number, `12#call-number`.
 */
export const historyKeys = (noun: HistoryNoun) => ({
  node: (user: number, sk: string): Key => ({ pk: of(user, `${noun}-history`), sk }),
  /** The head stands before every node; its sort key is a number, as the deadline index wants it. */
  head: (user: number): Key => ({ pk: of(user, `${noun}-history`), sk: padded(0) }),
  hold: (user: number, holder: string): Key => ({ pk: of(user, `${noun}-history`), sk: `hold#${holder}` }),
  mark: (user: number, id: number): Key => ({ pk: of(user, `${noun}-mark`), sk: padded(id) }),
})
export const callNumberKey = (user: number, number: string, id: number): Key => ({
  pk: of(user, 'call-number'),
  sk: `${number}#${padded(id)}`,
})
/** The number and the call that the sort key of such an entry speaks of. */
export const readNumberSort = (sk: string): { number: string; id: number } => {
  const [number = '', id] = sk.split('#')
  return { number, id: Number(id) }
}
export const phoneKey = (number: string): Key => ({ pk: `phone#${number}`, sk: 'phone' })
export const connectionKey = (id: string): Key => ({ pk: `connection#${id}`, sk: 'connection' })
export const carrierCallKey = (sid: string): Key => ({ pk: `carrier-call#${sid}`, sk: 'carrier-call' })

/**
 * How many partitions the deadline index is spread over; the schedule reads them all. One takes 1,000 writes a second, and a
 * call moves its deadline a handful of times: enough for hundreds of calls a second.
 */
export const dueShards = 4

/** Where a thing stands in the deadline index; nowhere without a deadline. */
export const dueKey = (id: number, due_at: number | undefined) =>
  due_at === undefined ? {} : { due_shard: `due#${id % dueShards}`, due_at }

/** What a key of the deadline index speaks of: `12#call` + `…34` → a call 34 of user 12; `key` is its sort key. */
export const readDueKey = ({ pk, sk }: Key): { noun: string; user_id: number; id: number; key: string } => {
  const [user, noun = ''] = pk.split('#')
  return { noun, user_id: Number(user), id: Number.parseInt(sk, 10), key: sk }
}

/** How a lead stands in its campaign: blocked, completed, being dialled, in a hand's care, out of attempts, not allowed, waiting. */
export type QueueLetter = 'b' | 'c' | 'd' | 'h' | 'm' | 'n' | 'w'

/** Those that wait in one place stand in a line of their own, so that a closed place is passed over as a whole. */
export type QueueLine = QueueLetter | `w@${string}`
export const lineOf = (place: string | undefined): QueueLine => (place === undefined ? 'w' : `w@${place}`)

/** Where a lead stands in its campaign's queue: by its line, then by time (epoch milliseconds), then by age. */
export const queueKey = (user: number, campaign: number, line: QueueLine, at: number, id: number) => ({
  queue_key: queuePartition(user, campaign),
  queue_at: `${line}#${padded(at)}#${padded(id)}`,
})
/** The time in such a key. */
export const readQueueTime = (queue_at: string): number => Number(queue_at.split('#')[1])
export const queuePartition = (user: number, campaign: number): string => `${user}#${padded(campaign)}`

/** The bounds of everything with this letter, in all its lines. */
export const queueRange = (letter: QueueLetter) => ({ from: `${letter}#`, to: `${letter}~` })

/** The bounds of a line, or of what in it is due up to `until`. */
export const lineRange = (line: QueueLine, until?: number) => ({
  from: `${line}#`,
  to: until === undefined ? `${line}$` : `${line}#${padded(until)}$`,
})

/** The bounds of what in a line is due later than that. */
export const lineRangeAfter = (line: QueueLine, now: number) => ({
  from: `${line}#${padded(now + 1)}#`,
  to: `${line}$`,
})

/** Where a lead or contact is found by its number (E.164). */
export const phoneIndexKey = (user: number, number: string) => ({ phone_key: `${user}#${number}` })

export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  expiry: 'expires_at_seconds',
  dueIndex: { name: 'due', partitionKey: 'due_shard', sortKey: 'due_at', sortType: 'number' },
  queueIndex: { name: 'queue', partitionKey: 'queue_key', sortKey: 'queue_at', sortType: 'string' },
  phoneIndex: { name: 'phone', partitionKey: 'phone_key', sortKey: 'sk', sortType: 'string' },
} as const

/** The indexes of the table; they carry keys only. */
export const tableIndexes = [tableShape.dueIndex, tableShape.queueIndex, tableShape.phoneIndex] as const
export type TableIndex = (typeof tableIndexes)[number]
export type IndexName = TableIndex['name']
