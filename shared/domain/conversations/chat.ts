import * as z from 'zod'
import type { Json } from '../../words/fields.ts'
import type { Micros } from '../../words/money.ts'
import { expiryOf } from '../account/retention.ts'
import type { Assistant } from '../assistants/assistant.ts'
import { chatMessageFee } from '../reference/prices.ts'
import { turnCostMax } from './text-talk-cost.ts'

/** A conversation in writing: of a visitor of a web page, or over a channel of the user's. */
export interface Chat {
  id: number
  user_id: number
  /** Name of the chat for visitors. Anyone who knows it may read the chat. */
  uuid: string
  assistant_id: number
  assistant_uuid: string
  assistant_name: string
  /** The live version when it began. Absent in chats that are older than this member. */
  assistant_version?: number
  type: ChatType
  /** The customer's id in the user's own channel. */
  external_identifier?: string
  variables: Record<string, Json>
  phase: ChatPhase
  /** False while a person of the user's answers in the place of the assistant. */
  ai_enabled: boolean
  /** Messages that are stored, and those of the customer among them. */
  messages: number
  asked: number
  /** Messages that the customer may write. */
  asked_max: number
  /** The last keys of messages with their places. A message with a known key is not taken again. */
  keys: { key: string; place: number }[]
  /** Money that is held for it, and what it has cost. */
  held: Micros
  cost: Micros
  /** Epoch milliseconds, as all times. */
  updated_at: number
  /** When a worker checks it; absent once it has ended. */
  due_at?: number | undefined
  evaluation?: Record<string, Json>
  extracted_variables?: Record<string, Json>
  /** Counts the writes. Every write is conditional on the one before. */
  revision: number
  expires_at_seconds: number
}

export const chatTypes = ['widget', 'test', 'api'] as const
export type ChatType = (typeof chatTypes)[number]

export type ChatPhase =
  | { is: 'waiting' }
  /**
   * The assistant answers the message at this place. After `until` the function that answers has
   * died.
   */
  | { is: 'answering'; place: number; until: number }
  /** No message is taken any more. A worker evaluates the chat and settles its money. */
  | { is: 'over'; at: number }
  | { is: 'ended'; at: number }

/** One message of a chat. Places count from 1. */
export interface ChatMessage {
  place: number
  role: 'assistant' | 'user'
  text: string
  at: number
  /** Place of the message that it answers. */
  answers?: number
}

/** Names one chat of one user, wherever a queue speaks of it. */
export const ChatRef = z.object({ user_id: z.int().positive(), chat_id: z.int().positive() })
export type ChatRef = z.infer<typeof ChatRef>

export const chatRefOf = ({ user_id, id }: Pick<Chat, 'user_id' | 'id'>): ChatRef => ({ user_id, chat_id: id })

/** A chat ends after this long without a message. */
export const inactivityMs = 30 * 60_000
/** An answer takes no longer than a function may run; API Gateway gives up after 29 s. */
export const answerMs = 22_000
export const answeringMs = 30_000
/** Code points of a message. The family takes as many. */
export const messageLengthMax = 2_000
const keysMax = 20
/** The amount held at a time: the most that five answers can cost. */
export const heldAtOnce: Micros = 5 * turnCostMax

/**
 * Returns what an answer costs: the fee for a message, or the price of the tokens where that is
 * more.
 */
export const costOfAnswer = (type: ChatType, tokens: Micros): Micros =>
  type === 'test' ? 0 : Math.min(turnCostMax, Math.max(chatMessageFee, tokens))

/** True when money must be held before the next answer. */
export const needsHold = ({ type, held, cost }: Chat): boolean => type !== 'test' && held - cost < turnCostMax

export interface NewMessage {
  text: string
  /** Names the message: it is answered once, however often it comes. */
  key: string | undefined
  now: number
}

/** The step that a chat takes when a message arrives. */
export type MessageStep =
  | { is: 'answer'; chat: Chat; message: ChatMessage; isNew: boolean }
  /** The assistant is switched off. */
  | { is: 'store'; chat: Chat; message: ChatMessage }
  /** The message came before. Its answer is stored, or another function works on it. */
  | { is: 'known'; place: number; isAnswering: boolean }
  | { is: 'busy' }
  | { is: 'ended' }

export const isAnswering = ({ phase }: Chat, now: number): boolean => phase.is === 'answering' && now < phase.until

/**
 * Takes a message of the customer. A function that died in the middle of an answer leaves the chat
 * free once its time is over.
 */
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
  /** The assistant said goodbye. */
  isEnd: boolean
  cost: Micros
  now: number
}

/**
 * The chat after an answer, with the message; undefined when another function answers meanwhile.
 */
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

/** The chat after an answer that came to nothing. The same message may be sent again. */
export const giveUp = (chat: Chat, place: number, now: number): Chat | undefined =>
  chat.phase.is === 'answering' && chat.phase.place === place ? waiting(chat, now) : undefined

/** The chat with the assistant switched on or off. An answer under way is still given. */
export const withAi = (chat: Chat, ai_enabled: boolean, now: number): Chat | undefined =>
  chat.ai_enabled === ai_enabled ? undefined : { ...chat, ai_enabled, updated_at: now }

/** Nothing more is said. A worker is due at once. */
export const over = (chat: Chat, now: number): Chat => ({ ...chat, phase: { is: 'over', at: now }, due_at: now })

interface Found {
  evaluation?: Chat['evaluation']
  extracted_variables?: Chat['extracted_variables']
  /** Cost of the models that judged it. */
  cost: Micros
}

/** The chat after its evaluation. It never costs more than is held for it. */
export const ended = (chat: Chat, { cost, ...found }: Found, now: number): Chat => ({
  ...chat,
  ...found,
  phase: { is: 'ended', at: now },
  cost: chat.type === 'test' ? 0 : Math.min(chat.held, chat.cost + cost),
  due_at: undefined,
})

/** Returns the step of a worker that checks a chat. */
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
