import * as z from 'zod'
import { ChatRef } from '../domain/conversations/chat.ts'
import { chatFilters } from '../domain/conversations/chat-filters.ts'
import {
  AnsweredMessage,
  BegunChat,
  ChatDraft,
  ChatMessageDraft,
  GeneratedReply,
  ReplyDraft,
  ShownChat,
  ShownWidget,
} from '../domain/conversations/chat-form.ts'
import { ChatItem, readCursor } from '../domain/conversations/chat-view.ts'
import { integer, optional, sentences, text } from '../words/fields.ts'
import { form, withUnsupported } from '../words/form.ts'
import { http, visit, worker } from './define.ts'

const area = 'chats'

const answering = [
  'chats.change',
  'chats.find',
  'chats.hold',
  'chats.said',
  'chats.write',
  'clock',
  'embeddings.open',
  'endChatQueue.nudge',
  'knowledgeStore.passages',
  'knowledgebases.find',
  'random',
  'talkModel.talk',
  'talkTurns.settle',
  'talkTurns.take',
  'toolCalls.end',
  'toolCalls.list',
  'toolCalls.start',
  'toolClient.send',
  'tools.findMany',
  'tools.secret',
  'vault.open',
  'webhookSecrets.ensure',
] as const

const refusals = ['origin_not_allowed', 'too_many_visits'] as const

export const getWidget = visit({
  id: 'get-widget',
  area,
  method: 'GET',
  path: '/widgets/{uuid}',
  summary: 'Get the widget settings of an assistant',
  description: 'Takes the `uuid` of the assistant. The script `embed.js` reads it.',
  returns: ShownWidget,
  problems: ['widget_not_found', 'origin_not_allowed'],
  uses: ['assistants.findByUuid'],
})

export const beginChat = visit({
  id: 'begin-chat',
  area,
  method: 'POST',
  path: '/conversations',
  summary: 'Start a written conversation with an assistant',
  description:
    'For visitors of web pages that the assistant’s `widget_settings` allow; the browser’s `Origin` decides. `history` holds the greeting. The owner may send a token instead; `type` `test` needs it, and is free; with `draft` it uses the draft of the assistant.',
  body: ChatDraft,
  returns: BegunChat,
  problems: ['widget_not_found', 'draft_not_found', ...refusals, 'conversation_unpaid'],
  uses: [
    'accounts.means',
    'assistants.find',
    'assistants.findByUuid',
    'chats.begin',
    'clock',
    'random',
    'users.find',
    'visits.begin',
  ],
})

export const getChat = visit({
  id: 'get-chat',
  area,
  method: 'GET',
  path: '/conversations/{uuid}',
  summary: 'Get a conversation with its messages',
  description: 'Anyone who knows its id may read it. Tool calls are shown only to the owner’s token.',
  returns: ShownChat,
  problems: ['conversation_not_found', 'origin_not_allowed'],
  uses: ['assistants.find', 'chats.findByUuid', 'chats.said', 'clock', 'toolCalls.list'],
})

export const sendChatMessage = visit({
  id: 'send-chat-message',
  area,
  method: 'POST',
  path: '/conversations/{uuid}/messages',
  summary: 'Send a message to the assistant',
  description:
    'The assistant has the prompt, model, tools and knowledge that it has on the phone. A message with an `Idempotency-Key` or a `client_message_id` is answered once. While a message is being answered, another one is refused with 409. Each message costs the price of a message, or that of the tokens where it is more.',
  body: ChatMessageDraft,
  returns: AnsweredMessage,
  problems: [
    'conversation_not_found',
    ...refusals,
    'conversation_unpaid',
    'conversation_busy',
    'conversation_over',
    'turn_too_long',
  ],
  timeoutSeconds: 29,
  memoryMegabytes: 1024,
  uses: ['accounts.means', 'assistants.find', 'chats.findByUuid', 'visits.write', ...answering],
})

export const generateReply = http({
  id: 'generate-reply',
  area,
  method: 'POST',
  path: '/user/ai/generate-reply',
  alsoAt: ['/ai/generate-reply'],
  summary: 'Answer a message of your own channel',
  description:
    'The assistant continues its conversation with this customer, or begins one. `variables` are merged into those of the conversation. A request with an `Idempotency-Key` is answered once.',
  body: ReplyDraft,
  returns: GeneratedReply,
  saysError: true,
  problems: [
    'reply_assistant_not_found',
    'reply_unpaid',
    'account_suspended',
    'conversation_busy',
    'conversation_over',
    'turn_too_long',
  ],
  timeoutSeconds: 29,
  memoryMegabytes: 1024,
  uses: ['accounts.means', 'assistants.find', 'chats.begin', 'chats.ofCustomer', 'users.find', ...answering],
})

export const listChats = http({
  id: 'list-chats',
  area,
  method: 'GET',
  path: '/user/conversations',
  summary: 'List written conversations, newest first',
  description:
    'Pages by cursor: `next_cursor` and `prev_cursor` lead to the adjacent pages. A page reads at most 1,000 conversations to find those that match, so it may be short. `assistant_version` needs `assistant_id`.',
  query: withUnsupported(
    form(
      {
        ...chatFilters.fields,
        per_page: optional(integer({ min: 1, max: 100 })),
        cursor: optional(
          text({ max: 20 }).refine((cursor) => readCursor(cursor) !== undefined, { error: sentences.selected }),
        ),
      },
      ...chatFilters.rules,
    ),
    ['customer_phone', 'whatsapp_sender_phone'],
  ),
  returns: z.object({
    data: z.array(ChatItem),
    path: z.string(),
    per_page: z.int(),
    next_cursor: z.string().nullable(),
    prev_cursor: z.string().nullable(),
  }),
  uses: ['chats.page'],
})

const aiSwitch = {
  area,
  method: 'POST',
  returns: z.object({ status: z.literal(true), ai_enabled: z.boolean() }),
  missing: 'conversation_not_found',
  saysError: true,
  uses: ['chats.change', 'chats.findByUuid', 'clock'],
} as const

export const enableChatAi = http({
  ...aiSwitch,
  id: 'enable-chat-ai',
  path: '/automate/conversations/{uuid}/enable-ai',
  summary: 'Let the assistant answer a conversation again',
  description: 'It answers from the next message on, and knows the messages in between.',
})

export const disableChatAi = http({
  ...aiSwitch,
  id: 'disable-chat-ai',
  path: '/automate/conversations/{uuid}/disable-ai',
  summary: 'Take over a conversation from the assistant',
  description: 'Messages are stored and not answered. An answer under way is still sent.',
})

export const endChat = worker({
  id: 'end-chat',
  area,
  queue: 'endChatQueue',
  broughtBy: 'each conversation in writing, once, when it has ended or nothing was written for half an hour',
  userLimit: { by: 'another limit', limit: 'a thousand conversations of an assistant in an hour' },
  message: ChatRef,
  // One message per function, because each asks a model once.
  batchMax: 1,
  concurrencyMax: 5,
  timeoutSeconds: 90,
  memoryMegabytes: 1024,
  uses: [
    'assistants.find',
    'chats.end',
    'chats.find',
    'chats.said',
    'chats.write',
    'clock',
    'deliverWebhookQueue.nudge',
    'deliveries.recording',
    'random',
    'talkModel.evaluate',
  ],
  failureHurts: 'conversations are evaluated and reported late, and their money stays held until then',
})
