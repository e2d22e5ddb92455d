import { SessionRef, TurnRef } from '../domain/calls/call-ref.ts'
import { mcp, notice, socket, worker } from './define.ts'

const area = 'conversations'

/** Services that shared/actions/turns/use-tools.ts uses. */
const toolUses = [
  'blacklist.add',
  'calls.find',
  'calls.noteOptOut',
  'carryOutWishQueue.nudge',
  'clock',
  'compactionStarter.start',
  'embeddings.open',
  'knowledgeStore.passages',
  'knowledgebases.find',
  'random',
  'toolCalls.end',
  'toolCalls.list',
  'toolCalls.start',
  'toolClient.send',
  'tools.findMany',
  'tools.secret',
  'vault.open',
  'webhookSecrets.ensure',
] as const

/** Services that shared/actions/turns/take-turn.ts uses. */
const turnUses = [
  ...toolUses,
  'assistants.find',
  'calls.details',
  'conversations.change',
  'conversations.isCurrent',
  'conversations.keep',
  'conversations.recent',
  'conversations.say',
  'sockets.send',
  'talkModel.talk',
  'watchSilenceQueue.nudge',
] as const

export const openConversation = socket({
  id: 'open-conversation',
  area,
  route: '$connect',
  uses: ['callbacks.isGenuineSocket'],
})

export const receiveFrame = socket({
  id: 'receive-frame',
  reservedShare: 37,
  area,
  route: '$default',
  uses: [
    ...turnUses,
    'conversations.connect',
    'conversations.find',
    'conversations.ofConnection',
    'judgeOptOutQueue.nudge',
    'optOutQuestions.ask',
    'sockets.close',
    'sockets.read',
    'talkModel.prepare',
  ],
})

export const closeConversation = socket({
  id: 'close-conversation',
  area,
  route: '$disconnect',
  uses: [],
})

export const receiveRealtimeCall = notice({
  id: 'receive-realtime-call',
  area,
  path: '/realtime/incoming-call',
  summary: 'A realtime model that the carrier dialled asks whether to pick up',
  uses: [
    'assistants.find',
    'calls.details',
    'calls.find',
    'clock',
    'conversations.change',
    'conversations.recent',
    'knowledgeStore.passages',
    'knowledgebases.find',
    'random',
    'realtime.accept',
    'realtime.reject',
    'steerSessionQueue.nudge',
    'tools.findMany',
    'voices.find',
  ],
})

export const serveCallTools = mcp({
  id: 'serve-call-tools',
  reservedShare: 4,
  area,
  path: '/realtime/tools',
  summary: 'The tools of a call, for the vendor of the realtime model that holds it',
  uses: [
    ...toolUses,
    'assistants.find',
    'calls.details',
    'conversations.change',
    'conversations.find',
    'realtime.attach',
    'steerSessionQueue.nudge',
  ],
})

export const steerSession = worker({
  id: 'steer-session',
  reservedShare: 6,
  area,
  queue: 'steerSessionQueue',
  broughtBy: 'each tool, transfer and end of a call that its model itself conducts',
  userLimit: { by: 'messages at work', max: 60 },
  message: SessionRef,
  batchMax: 1,
  // Each call that runs a tool occupies one function.
  concurrencyMax: 80,
  timeoutSeconds: 120,
  uses: [
    'advanceCallQueue.nudge',
    'calls.patch',
    'calls.patchLeg',
    'carrier.endCall',
    'carrier.redirectCall',
    'clock',
    'conversations.change',
    'conversations.find',
    'realtime.attach',
    'steerSessionQueue.nudge',
    'toolCalls.list',
  ],
  failureHurts:
    'callers of multimodal assistants wait in silence once a tool was used, until they speak, and are not hung up on after a goodbye',
})

export const watchSilence = worker({
  id: 'watch-silence',
  reservedShare: 5,
  area,
  queue: 'watchSilenceQueue',
  broughtBy: 'each turn of a talk in which the other side may fall silent',
  userLimit: { by: 'another limit', limit: 'eight turns of a user at a time' },
  message: TurnRef,
  batchMax: 1,
  timeoutSeconds: 120,
  uses: [
    ...turnUses,
    'advanceCallQueue.nudge',
    'calls.apply',
    'calls.patch',
    'carrier.endCall',
    'carrier.fetchCall',
    'carrier.redirectCall',
    'conversations.find',
    'dispatchCampaignQueue.nudge',
    'sockets.isOpen',
    'workerShares.release',
    'workerShares.take',
  ],
  failureHurts:
    'callers who fall silent, or whose turn a dead function left behind, wait in silence until the call ends',
})
