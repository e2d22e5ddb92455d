import { TurnRef } from '../domain/calls/call-ref.ts'
import { notice, socket, worker } from './define.ts'

const area = 'conversations'

/** Taking a turn: what shared/actions/take-turn.ts is handed. */
const turnUses = [
  'assistants.find',
  'calls.details',
  'calls.find',
  'carryOutWishQueue.nudge',
  'clock',
  'conversations.change',
  'conversations.isCurrent',
  'conversations.keep',
  'conversations.recent',
  'conversations.say',
  'knowledgeStore.passages',
  'knowledgebases.find',
  'random',
  'sockets.send',
  'talkModel.talk',
  'toolCalls.end',
  'toolCalls.list',
  'toolCalls.start',
  'toolClient.send',
  'tools.findMany',
  'tools.secret',
  'vault.open',
  'watchSilenceQueue.nudge',
  'webhookSecrets.ensure',
] as const

export const openConversation = socket({
  id: 'open-conversation',
  area,
  route: '$connect',
  uses: ['callbacks.isGenuineSocket'],
})

export const receiveFrame = socket({
  id: 'receive-frame',
  area,
  route: '$default',
  uses: [
    ...turnUses,
    'blacklist.add',
    'conversations.connect',
    'conversations.find',
    'conversations.ofConnection',
    'sealing.sendFor',
    'sockets.close',
    'sockets.read',
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
    'knowledgeStore.passages',
    'knowledgebases.find',
    'realtime.accept',
    'realtime.reject',
    'voices.find',
  ],
})

export const watchSilence = worker({
  id: 'watch-silence',
  area,
  queue: 'watchSilenceQueue',
  message: TurnRef,
  batchMax: 1,
  timeoutSeconds: 120,
  uses: [...turnUses, 'calls.patch', 'carrier.endCall', 'carrier.redirectCall', 'conversations.find'],
  failureHurts:
    'callers who fall silent, or whose turn a dead function left behind, wait in silence until the call ends',
})
