import * as z from 'zod'
import type { Json } from '../../words/fields.ts'
import type { Micros } from '../../words/money.ts'
import { expiryOf } from '../account/retention.ts'
import type { Assistant } from '../assistants/assistant.ts'
import { chatMessageFee } from '../reference/prices.ts'
import { turnCostMax } from './text-talk-cost.ts'

export interface Chat {
  id: number
  user_id: number
  uuid: string
  assistant_id: number
  assistant_uuid: string
  assistant_name: string
  /** Version at the start; absent in chats from before versions existed. */
  assistant_version?: number
  type: ChatType
  external_identifier?: string
  variables: Record<string, Json>
  phase: ChatPhase
  /** False while a human agent answers. */
  ai_enabled: boolean
  messages: number
  asked: number
  asked_max: number
  /** Keys of recent messages, so that a repeated message is answered once. */
  keys: { key: string; place: number }[]
  held: Micros
  cost: Micros
  updated_at: number
  due_at?: number | undefined
  evaluation?: Record<string, Json>
  extracted_variables?: Record<string, Json>
  revision: number
  expires_at_seconds: number
}

export const chatTypes = ['widget', 'test', 'api'] as const
export type ChatType = (typeof chatTypes)[number]

export type ChatPhase =
  | { is: 'waiting' }
  /**
   * The message at `place` is being answered. After `until` the answering function counts as
   * crashed.
   */
  | { is: 'answering'; place: number; until: number }
  /** Accepts no message; a worker evaluates the chat. */
  | { is: 'over'; at: number }
  | { is: 'ended'; at: number }

export interface ChatMessage {
  place: number
  role: 'assistant' | 'user'
  text: string
  at: number
  answers?: number
}

export const ChatRef = z.object({ user_id: z.int().positive(), chat_id: z.int().positive() })
export type ChatRef = z.infer<typeof ChatRef>

export const chatRefOf = ({ user_id, id }: Pick<Chat, 'user_id' | 'id'>): ChatRef => ({ user_id, chat_id: id })

export const inactivityMs = 30 * 60_000
export const answerMs = 22_000
export const answeringMs = 30_000
/** Code points. */
export const messageLengthMax = 2_000
const keysMax = 20
export const heldAtOnce: Micros = 5 * turnCostMax

export const costOfAnswer = (type: ChatType, tokens: Micros): Micros =>
  type === 'test' ? 0 : Math.min(turnCostMax, Math.max(chatMessageFee, tokens))

export const needsHold = ({ type, held, cost }: Chat): boolean => type !== 'test' && held - cost < turnCostMax

export interface NewMessage {
  text: string
  key: string | undefined
  now: number
}

export type MessageStep =
  | { is: 'answer'; chat: Chat; message: ChatMessage; isNew: boolean }
  | { is: 'store'; chat: Chat; message: ChatMessage }
  | { is: 'known'; place: number; isAnswering: boolean }
  | { is: 'busy' }
  | { is: 'ended' }

export const isAnswering = ({ phase }: Chat, now: number): boolean => phase.is === 'answering' && now < phase.until

export const take = (chat: Chat, { text, key, now }: NewMessage): MessageStep => {
  const known = key === undefined ? undefined : chat.keys.find((one) => one.key === key)
  if (known) return takeAgain(chat, { place: known.place, text, now })
  if (isClosed(chat) || chat.asked >= chat.asked_max) return { is: 'ended' }
  if (isAnswering(chat, now)) return { is: 'busy' }
  const place = chat.messages + 1
  const message: ChatMessage = { place, role: 'user', text, at: now }
  const keys = key === undefined ? chat.keys : [...chat.keys, { key, place }].slice(-keysMax)
  const counted = { ...chat, keys, messages: place, asked: chat.asked + 1, updated_at: now }
  if (!chat.ai_enabled) return { is: 'store', chat: waiting(counted, now), message }
  return { is: 'answer', chat: answering(counted, place, now), message, isNew: true }
}

const takeAgain = (chat: Chat, { place, text, now }: { place: number; text: string; now: number }): MessageStep => {
  const isUnanswered = chat.messages === place && !isAnswering(chat, now)
  if (isUnanswered && chat.ai_enabled && !isClosed(chat)) {
    const message: ChatMessage = { place, role: 'user', text, at: now }
    return { is: 'answer', chat: answering(chat, place, now), message, isNew: false }
  }
  return { is: 'known', place, isAnswering: isAnswering(chat, now) }
}

export const isClosed = ({ phase }: Chat): boolean => phase.is === 'over' || phase.is === 'ended'

const waiting = (chat: Chat, now: number): Chat => ({ ...chat, phase: { is: 'waiting' }, due_at: now + inactivityMs })

const answering = (chat: Chat, place: number, now: number): Chat => ({
  ...chat,
  phase: { is: 'answering', place, until: now + answeringMs },
  due_at: now + inactivityMs,
})

interface Answered {
  text: string
  isEnd: boolean
  cost: Micros
  now: number
}

/** Adds an answer to the chat; undefined when another function has taken over the answering. */
export const answer = (
  chat: Chat,
  place: number,
  until: number,
  { text, isEnd, cost, now }: Answered,
): { chat: Chat; message: ChatMessage } | undefined => {
  const { phase } = chat
  if (phase.is !== 'answering' || phase.place !== place || phase.until !== until) return undefined
  const message: ChatMessage = {
    place: chat.messages + 1,
    role: 'assistant',
    text,
    at: now,
    answers: place,
  }
  const counted = { ...chat, messages: message.place, cost: chat.cost + cost, updated_at: now }
  const isOver = isEnd || chat.asked >= chat.asked_max
  return { chat: isOver ? over(counted, now) : waiting(counted, now), message }
}

export const giveUp = (chat: Chat, place: number, now: number): Chat | undefined =>
  chat.phase.is === 'answering' && chat.phase.place === place ? waiting(chat, now) : undefined

/** Switches the assistant on or off in a chat. An answer that has begun is still given. */
export const withAi = (chat: Chat, ai_enabled: boolean, now: number): Chat | undefined =>
  chat.ai_enabled === ai_enabled ? undefined : { ...chat, ai_enabled, updated_at: now }

export const over = (chat: Chat, now: number): Chat => ({ ...chat, phase: { is: 'over', at: now }, due_at: now })

interface Found {
  evaluation?: Chat['evaluation']
  extracted_variables?: Chat['extracted_variables']
  cost: Micros
}

export type OverChat = Chat & { phase: { is: 'over' } }
export const isOverChat = (chat: Chat): chat is OverChat => chat.phase.is === 'over'

export const ended = (chat: OverChat, { cost, ...found }: Found): Chat => ({
  ...chat,
  ...found,
  phase: { is: 'ended', at: chat.phase.at },
  cost: chat.type === 'test' ? 0 : Math.min(chat.held, chat.cost + cost),
  due_at: undefined,
})

export const checkOf = (chat: Chat, now: number): 'close' | 'conclude' | 'nothing' => {
  if (chat.phase.is === 'over') return 'conclude'
  return chat.phase.is === 'ended' || now < (chat.due_at ?? 0) ? 'nothing' : 'close'
}

interface Beginning {
  id: number
  uuid: string
  type: ChatType
  variables: Chat['variables']
  external_identifier?: string
  asked_max: number
  assistant: Pick<Assistant, 'id' | 'user_id' | 'uuid' | 'name' | 'version'>
  user: { retention_months?: number } | undefined
}

export const newChat = ({ assistant, user, ...begun }: Beginning, now: number): Chat => ({
  ...begun,
  user_id: assistant.user_id,
  assistant_id: assistant.id,
  assistant_uuid: assistant.uuid,
  assistant_name: assistant.name,
  assistant_version: assistant.version,
  phase: { is: 'waiting' },
  ai_enabled: true,
  messages: 0,
  asked: 0,
  keys: [],
  held: 0,
  cost: 0,
  updated_at: now,
  due_at: now + inactivityMs,
  revision: 1,
  expires_at_seconds: expiryOf(now, user?.retention_months),
})
