import { type Due, idsAs, keys, keysTogether, listOf, users } from './due.ts'
import type { HistoryNoun } from './history-ref.ts'
import { also, count, digits, id, item, type KeyShape, key, padded, single, text } from './item.ts'

/**
 * This file defines the layout of the single table. Exports, erasures, deadlines and docs/table.md
 * are derived from it.
 */
export type StoredKey = ReturnType<KeyShape<[]>>

const goesWithRecord = { untouched: 'It is deleted with the record that it leads to.' } as const
const settings = { untouched: 'The user set it up. It is about no person who is called.' } as const
const ids = { untouched: 'It holds ids and counts, and no number.' } as const
const hashed = { untouched: 'It holds hashes.' } as const

export const userKey = key(['users'], [id('user')], 'A user: name, e-mail address')
export const balanceKey = single('balance', 'The account: its balance, and the holds of its first live calls')
export const webhookSecretKey = single('webhook-secret', 'The secret that signs webhooks, and the previous one')
export const eventWebhookKey = single('event-webhook', 'The URL that receives events of no call')

export const tokenKey = item('token', [text('sha-256')], { about: 'The hash of an API token', person: hashed })
export const assistantKey = item('assistant', [id()], {
  about: 'An assistant',
  person: settings,
  foundBy: { attribute: 'uuid', key: (value) => assistantUuidKey(value) },
})
/** Slot: version number modulo `versionsMax`, so new versions replace the oldest. */
export const assistantVersionKey = item('assistant-version', [id('assistant'), digits('slot', 3)], {
  about: 'A version of an assistant that is not live: its hash, its time and its note',
  person: settings,
})
export const assistantSettingsKey = item('assistant-settings', [id('assistant'), digits('slot', 3)], {
  about: 'The settings of a version that is not live',
  person: settings,
})
export const assistantDraftKey = item('assistant-draft', [id('assistant')], {
  about: 'The draft of an assistant: settings that differ from the live ones',
  person: settings,
})
export const rolloutKey = item('rollout', [id('assistant')], {
  about: 'The rollout of an assistant: the canary, its guards, and how it ended',
  person: settings,
})
export const rolloutShareKey = item('rollout-share', [id('rollout'), digits('share', 3)], {
  about: 'What a rollout counts for a share of people',
  person: hashed,
})
export const numberKey = item('number', [id()], {
  about: 'A phone number that the user owns',
  person: settings,
  due: { queue: 'tendNumberQueue', messages: idsAs('number_id') },
  foundBy: { attribute: 'phone_number', key: (value) => phoneKey(value) },
})
export const numberDayKey = item('number-day', [text('day'), id('number')], {
  about: 'Calls that campaigns with a pool made from a number on a day. Kept for nine days',
  person: ids,
})
export const numberOrderKey = item('number-order', [id()], {
  about: 'A phone number that is being bought',
  person: settings,
  due: { queue: 'tendNumberQueue', messages: idsAs('number_id') },
  foundBy: { attribute: 'phone_number', key: (value) => phoneKey(value) },
})
/** `held_number`: the phone number while this verification reserves it. */
export const callerIdKey = item('caller-id', [id()], {
  about: 'A caller ID that is being verified, or was',
  person: settings,
  due: { queue: 'tendNumberQueue', messages: idsAs('number_id') },
  foundBy: { attribute: 'held_number', key: (value) => phoneKey(value) },
})
export const voiceKey = item('voice', [id()], { about: 'A private voice', person: settings })

export const callKey = item('call', [id()], {
  about: 'The header of a call: small, and often written',
  person: 'record',
  due: { queue: 'advanceCallQueue', messages: idsAs('call_id') },
  foundBy: { attribute: 'carrier_sid', key: (value) => carrierCallKey(value) },
})
export const callDetailKey = item('call-detail', [id()], {
  about: 'Variables, transcript and evaluation of a call',
  person: 'mention',
})
export const callNumberKey = item('call-number', [text('E.164'), id()], {
  about: 'A compacted call by its number',
  person: 'copy',
  exported: false,
})
export const readNumberSort = (sk: string): { number: string; id: number } => {
  const [number = '', id] = sk.split('#')
  return { number, id: Number(id) }
}
export const talkKey = item('talk', [id('call')], {
  about: 'The conversation of a call: whose turn it is, and the exchange under way',
  person: 'mention',
  foundBy: { attribute: 'connection_id', key: (value) => connectionKey(value) },
})
export const utteranceKey = item('utterance', [id('call'), digits('n', 6)], {
  about: 'One utterance of a conversation',
  person: 'mention',
})

export const chatKey = item('chat', [id()], {
  about: 'A conversation in writing: its state, its money and its evaluation',
  person: 'mention',
  due: { queue: 'endChatQueue', messages: idsAs('chat_id') },
  foundBy: { attribute: 'uuid', key: (value) => chatUuidKey(value) },
})
export const chatCustomerKey = item('chat-customer', [id('assistant'), text('sha-256')], {
  about: "The conversation of an assistant with a customer of the user's own channel, by the hash of their id",
  person: hashed,
})
export const chatMessageKey = item('chat-message', [id('chat'), digits('n', 4)], {
  about: 'One message of a chat',
  person: 'mention',
})

export const tallyKey = item('tally', [text('what')], {
  about: 'Counted calls: how far they are counted (0), pages of calls without numbers, and totals of blocks',
  person: { untouched: 'It holds counts, sums and traits of calls, and no number of a person.' },
  exported: false,
  due: { queue: 'sealHistoryQueue', messages: listOf('call') },
})
export const dirtyCallKey = item('tally-mark', [id('call')], {
  about: 'A call that changed after it was counted',
  person: ids,
  exported: false,
})

export const campaignKey = item('campaign', [id()], { about: 'A campaign', person: settings })
export const campaignWakeKey = item('campaign-wake', [id()], {
  about: 'When the dialler checks a campaign again',
  person: ids,
  due: { queue: 'dispatchCampaignQueue', messages: idsAs('campaign_id') },
})
export const campaignClearKey = item('campaign-clear', [id()], {
  about: 'When more leads of a deleted campaign are removed',
  person: ids,
  due: { queue: 'clearCampaignQueue', messages: idsAs('campaign_id') },
})
export const campaignEndKey = item('campaign-end', [id('campaign'), id('time'), id('call')], {
  about: 'The end of a call of a campaign: whether the call failed for a technical reason. Kept for an hour',
  person: ids,
  exported: false,
})
export const campaignBucketKey = item('campaign-place', [id('campaign'), text('region')], {
  about: 'A region in which leads wait, for campaigns that enforce calling rules',
  person: { untouched: 'It holds countries, states and time zones, and no number.' },
})
export const slotKey = item('slot', [id('campaign'), digits('n', 3)], {
  about: 'One of the parallel calls of a campaign: the call that has it',
  person: ids,
})
export const slotsMax = 100

export const leadKey = item('lead', [id()], {
  about: 'A lead with its secondary contacts, or the lead of the contact with this id',
  person: 'starts calls',
})
export const leadNumberKey = item('lead-number', [id('campaign'), text('E.164')], {
  about: 'How many leads and contacts of a campaign have this number',
  person: goesWithRecord,
})
export const leadImportKey = item('lead-import', [id()], {
  about: 'A file of leads that is being imported, or was',
  person: 'copy',
  due: { queue: 'importLeadsQueue', messages: idsAs('import_id') },
})

export const toolKey = item('tool', [id()], { about: 'A tool that assistants may use', person: settings })
export const toolSecretKey = item('tool-secret', [id()], {
  about: 'The encrypted headers of a tool',
  person: settings,
  exported: false,
})
export const toolCallKey = item('tool-call', [id('call'), text('sha-256')], {
  about: 'A tool call of a conversation, and its result',
  person: 'mention',
})

export const knowledgebaseKey = item('knowledgebase', [id()], {
  about: 'A knowledge base: its number of documents, and the file of their passages',
  person: settings,
})
export const documentKey = item('document', [id('base'), id()], {
  about: 'A document of a knowledge base',
  person: settings,
})
export const knowledgeWorkKey = item('knowledge-work', [padded(0)], {
  about: 'The number of knowledge bases, and the run that reads their documents',
  person: ids,
  due: { queue: 'readDocumentsQueue', messages: users },
})

export const simulationKey = item('simulation', [id()], {
  about: 'A simulated conversation: the scenario, and how often it is played',
  person: 'mention',
  due: { queue: 'runSimulationQueue', messages: idsAs('simulation_id') },
})
export const simulationRunKey = item('simulation-run', [id('simulation'), digits('run', 2)], {
  about: 'One run of a simulation',
  person: 'mention',
})
export const replayKey = item('replay', [id()], {
  about: 'Past calls that are played with other settings: which, and what they cost at most',
  person: 'mention',
  due: { queue: 'runSimulationQueue', messages: idsAs('replay_id') },
})
export const replayCallKey = item('replay-call', [id('replay'), id('call')], {
  about: 'A past call that is played again, and how the two talks differ',
  person: 'record',
})
export const simulationPlaceKey = item('simulation-place', [count('n')], {
  about: 'One of the parallel simulations and replays of a user: the one that has it',
  person: ids,
})

export const openVisitsKey = item('open-visits', [id('assistant')], {
  about: 'How many calls visitors of web pages have with an assistant',
  person: ids,
  exported: false,
})
export const openJobsKey = item('open-jobs', [padded(0)], {
  about: 'How many jobs of each kind are open',
  person: ids,
})
export const workerShareKey = item('worker-share', [text('worker'), digits('n', 3)], {
  about: 'A message of the user that a worker is processing',
  person: ids,
})

export const deliveryKey = item('delivery', [id()], {
  about: 'A webhook delivery and its attempts',
  person: 'mention',
  due: { queue: 'deliverWebhookQueue', messages: idsAs('delivery_id') },
})
export const webhookEndpointKey = item('endpoint', [text('sha-256 of URL')], {
  about: 'A receiver of webhooks: deliveries under way, and the state of its circuit breaker',
  person: settings,
})
export const webhookLineKey = item('line', [text('sha-256'), id('delivery')], {
  about: 'A delivery that is queued until the receiver has a free slot',
  person: hashed,
})

export const ledgerKey = item('ledger', [id()], { about: 'A ledger entry', person: 'mention' })
export const holdKey = item('hold', [id('call')], {
  about: 'The hold of a live call that the item of the balance has no room for',
  person: ids,
  exported: false,
})
/**
 * Balance changes alternate between two partitions of 1,000 write units a second. One change costs
 * 3 units.
 */
export const moveLines = [0, 1] as const
const moves = {
  about: 'A move of the balance that waits to be applied together with others',
  person: 'mention',
} as const
export const evenMoveKey = item('move-0', [id()], moves)
export const oddMoveKey = item('move-1', [id()], moves)
export const moveKey = (
  user: number,
  id: number,
  line: (typeof moveLines)[number] = id % 2 === 0 ? 0 : 1,
): StoredKey => (line === 0 ? evenMoveKey(user, id) : oddMoveKey(user, id))

export const smsKey = item('sms', [id()], {
  about: 'A text message',
  person: 'record',
  due: { queue: 'settleSmsQueue', messages: idsAs('sms_id') },
})
export const textedKey = item('texted', [text('block'), count('hour')], {
  about: 'How many messages went to numbers of one block in an hour',
  person: { untouched: 'It counts by blocks of ten thousand numbers, for two hours.' },
})

export const callQuestionKey = item('opt-out-question', [id('call')], {
  about: 'Words of a caller that may be an opt-out, until a model has judged them',
  person: 'record',
  due: { queue: 'judgeOptOutQueue', messages: keys },
})
/** The sort key starts with a number, because the deadline index reads it as an id. */
export const textQuestionKey = also(callQuestionKey, ['0', text('sid')], 'The same for a text message that arrived')
export const questionsOfDayKey = also(callQuestionKey, ['day', text('day')], 'How many questions were asked on a day')

export const blacklistKey = item('blacklist', [id()], { about: 'A number never to dial or text', person: 'record' })
export const blacklistedKey = item('blacklisted', [text('E.164')], {
  about: 'The id of the blacklist entry of a number',
  person: goesWithRecord,
})
export const erasedOptOutKey = item('erased-opt-out', [text('keyed hash')], {
  about: 'An opt-out of a person who was erased',
  person: hashed,
})
/** The empty parts make this key sort before every hash. */
export const erasedOptOutsKey = also(erasedOptOutKey, ['', ''], 'The user has erased opt-outs')

export const consentKey = item('consent', [id()], {
  about: 'A consent to be called or texted, or its withdrawal',
  person: 'record',
})
export const consentNumberKey = item('consent-number', [text('E.164'), id()], {
  about: 'A record of consent by its number',
  person: goesWithRecord,
  exported: false,
})
export const consentStandingKey = also(consentNumberKey, [text('E.164')], 'The consents of a number that are in force')

export const suppressionEventKey = item('suppression-event', [id()], {
  about: 'A suppression that was added or lifted: by whom, and why',
  person: 'record',
})
export const suppressionListKey = item('suppression-list', [padded(0)], {
  about: 'Do-not-call lists in force; lists of user 0 are those of the operator, for all users',
  person: { untouched: 'It says what lists are called, and how long they are.' },
  due: { queue: 'importListQueue', messages: users },
})
export const suppressionBlockKey = item('suppression-block', [text('version'), digits('n', 6)], {
  about: 'Hashed numbers of do-not-call lists',
  person: hashed,
  exported: false,
})
export const suppressionImportKey = item('suppression-import', [id()], {
  about: 'A do-not-call list that is being put in force or removed',
  person: { untouched: 'It says what lists are called, and which of their lines were refused.' },
  due: { queue: 'importListQueue', messages: idsAs('import_id') },
})

/** `subject`: id of the call, or of the lead if no call exists. */
const decision = [id('subject'), id()] as const
export const evidenceSort = (subject: number, id: number): string => evidenceKey(0, subject, id).sk
export const evidenceKey = item('evidence', decision, {
  about: 'Why a call or lead was dialled or refused; written with the claim, and never changed',
  person: { untouched: 'The facts name the person. The record is what the chain holds.' },
})
export const evidenceFactsKey = item('evidence-facts', decision, {
  about: 'The personal facts of a decision; they have a deadline until the decision is in a chain',
  person: 'record',
  // One message per second, because each causes ninety times as many writes as other messages.
  due: { queue: 'linkEvidenceQueue', messages: keysTogether, perSecond: 1 },
})
export const evidenceBlockKey = item('evidence-block', [id('chain'), id('seq')], {
  about: 'Links of a chain by the number of the first: decisions in order, and their hashes',
  person: hashed,
  foundBy: { attribute: 'chain', key: (chain, user) => unsignedHeadKey(user, Number(chain)) },
})
export const evidenceExportKey = item('evidence-export', [id()], {
  about: 'A bundle of evidence that is being written',
  person: 'copy',
  due: { queue: 'writeEvidenceQueue', messages: idsAs('export_id') },
})
export const dataExportKey = item('data-export', [id()], {
  about: 'An export of a list: its filters, and how far its file is',
  person: 'copy',
  due: { queue: 'writeExportQueue', messages: idsAs('export_id') },
})
export const personWorkKey = item('person-work', [id()], {
  about: 'The export or erasure of one number',
  person: 'copy',
  due: { queue: 'handlePersonQueue', messages: idsAs('work_id') },
})

export const ruleKey = item('rule', [text('region')], {
  about: "The user's own calling hours for a region, and how often a number there may be called",
  person: settings,
})
export const dialledKey = item('dialled', [text('E.164')], {
  about: 'When a number was dialled last, and by which calls',
  person: 'record',
})
export const dialledHashKey = also(dialledKey, ['', text('keyed hash')], 'The same for a person who was erased')

export const idempotencyKey = item('idempotency', [text('operation'), text('key')], {
  about: 'The first answer to a request',
  person: 'mention',
})
export const rateKey = item('rate', [text('sha-256'), count('minute')], {
  about: 'How many requests a token made in a minute',
  person: hashed,
})

export const listItems = <Noun extends HistoryNoun>(noun: Noun) => ({
  node: item(`${noun}-history`, [text('version#n')], {
    about: 'A segment of the compacted list of this noun; 0 is its head',
    person: ids,
    exported: false,
    due: { queue: 'sealHistoryQueue', messages: listOf(noun) },
  }),
  override: item(`${noun}-mark`, [id()], {
    about: 'An override: the compacted row of this record is out of date',
    person: noun === 'call' ? 'copy' : ids,
    exported: false,
  }),
})
export const historyKeys = (noun: HistoryNoun) => {
  const { node, override } = listItems(noun)
  return {
    node,
    override,
    /** This key sorts first, and is numeric because the deadline index reads it as an id. */
    head: (user: number): StoredKey => node(user, padded(0)),
    hold: (user: number, holder: string): StoredKey => node(user, `hold#${holder}`),
  }
}

export const phoneKey = key(
  ['phone', text('E.164')],
  ['phone'],
  'The owner of a number, for incoming calls and messages',
)
export const diallingKey = key(
  ['dialling'],
  [text('table')],
  'The switch that stops calls and messages of a table, and who used it',
)
/** Belongs to no user, because everyone can verify evidence. */
export const evidenceSigningKey = key(['evidence-keys'], [text('key id')], 'A public key that verifies evidence')
export const unsignedHeadKey = key(
  ['evidence-unsigned'],
  [id('user'), id('chain')],
  'A chain that has grown since its head was signed',
)
export const paceKey = key(['pace'], ['pace'], 'The next dial slot, and whether the pacer is awake')
export const dialSlotsKey: StoredKey = paceKey()
export const dialQueueKey = key(
  ['dial-queue', text('kind')],
  [id('user'), id('call or campaign')],
  'A single call or a campaign that waits for a dial slot',
)
export const connectionKey = key(['connection', text('id')], ['connection'], 'The conversation of a socket')
export const assistantUuidKey = key(['assistant-uuid', text('uuid')], ['assistant'], 'The assistant with this UUID')
export const chatUuidKey = key(['chat-uuid', text('uuid')], ['chat'], 'The chat with this UUID')
export const carrierCallKey = key(
  ['carrier-call', text('sid')],
  ['carrier-call'],
  "Our call for a call of the carrier's",
)

/**
 * Number of shards of the deadline index. Each takes 1,000 writes a second: together enough for
 * hundreds of calls a second.
 */
export const dueShards = 4

export const dueKey = (id: number, due_at: number | undefined) =>
  due_at === undefined ? {} : { due_shard: `due#${id % dueShards}`, due_at }

/** Reads a key: `12#call` + `…34` → call 34 of user 12. */
export const readDueKey = ({ pk, sk }: StoredKey): Due => {
  const [user, noun = ''] = pk.split('#')
  return { noun, user_id: Number(user), id: Number.parseInt(sk, 10), key: sk }
}

/**
 * States of leads: blocked, completed, dialled, held, maximum of attempts, not allowed, waiting.
 */
export type QueueLetter = 'b' | 'c' | 'd' | 'h' | 'm' | 'n' | 'w'

/** One queue per region, so that regions without permitted calls can be skipped. */
export type QueueLine = QueueLetter | `w@${string}`
export const lineOf = (place: string | undefined): QueueLine => (place === undefined ? 'w' : `w@${place}`)

/**
 * Returns an index key that sorts a campaign's leads by queue, time (epoch milliseconds) and age.
 */
export const queueKey = (
  campaign: { user_id: number; campaign_id: number },
  line: QueueLine,
  at: number,
  id: number,
) => ({
  queue_key: queuePartition(campaign.user_id, campaign.campaign_id),
  queue_at: `${line}#${padded(at)}#${padded(id)}`,
})
export const readQueueTime = (queue_at: string): number => Number(queue_at.split('#')[1])
export const queuePartition = (user: number, campaign: number): string => `${user}#${padded(campaign)}`

export const queueRange = (letter: QueueLetter) => ({ from: `${letter}#`, to: `${letter}~` })

/** Returns the range of a queue. `until`: only leads that are due by this time. */
export const lineRange = (line: QueueLine, until?: number) => ({
  from: `${line}#`,
  to: until === undefined ? `${line}$` : `${line}#${padded(until)}$`,
})

export const lineRangeAfter = (line: QueueLine, now: number) => ({
  from: `${line}#${padded(now + 1)}#`,
  to: `${line}$`,
})

export const phoneIndexKey = (user: number, number: string) => ({ phone_key: `${user}#${number}` })

export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  expiry: 'expires_at_seconds',
  dueIndex: { name: 'due', partitionKey: 'due_shard', sortKey: 'due_at', sortType: 'number' },
  queueIndex: { name: 'queue', partitionKey: 'queue_key', sortKey: 'queue_at', sortType: 'string' },
  phoneIndex: { name: 'phone', partitionKey: 'phone_key', sortKey: 'sk', sortType: 'string' },
} as const

export const tableIndexes = [tableShape.dueIndex, tableShape.queueIndex, tableShape.phoneIndex] as const
export type TableIndex = (typeof tableIndexes)[number]
export type IndexName = TableIndex['name']
