import { type Chat, type ChatMessage, type ChatRef, chatRefOf, heldAtOnce } from '../../domain/conversations/chat.ts'
import { customerHash } from '../../domain/conversations/visitor.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { lost, untilWritten } from '../../table/compare-and-set.ts'
import { chatCustomerKey, chatKey, chatMessageKey, chatUuidKey, dueKey, type StoredKey } from '../../table/keys.ts'
import { isNew, type Table, type Write, when, without } from '../../table/table.ts'
import type { Micros } from '../../words/money.ts'
import { ledger } from '../account/ledger.ts'

export interface Chats {
  find(ref: ChatRef): Promise<Chat | undefined>
  findByUuid(uuid: string): Promise<Chat | undefined>
  /** Newest first. A page may have fewer chats than `count`. */
  page(user_id: number, ask: ChatAsk, count: number): Promise<ChatPage>
  /** Oldest first. `newest`: returns only this many messages, the newest. */
  said(ref: ChatRef, newest?: number): Promise<ChatMessage[]>
  ofCustomer(customer: ChatCustomer): Promise<Chat | undefined>
  /** False when the id is taken, or the customer has a chat other than `before`. */
  begin(chat: Chat, greeting: string, before?: Chat): Promise<boolean>
  /**
   * Stores the message and holds money for the next answers. The balance must not fall below
   * `floor`.
   */
  hold(
    chat: Chat,
    message: ChatMessage | undefined,
    floor: Micros | undefined,
  ): Promise<Chat | 'changed' | 'insufficient'>
  write(chat: Chat, message?: ChatMessage): Promise<Chat | 'changed'>
  change(seen: Chat, step: (chat: Chat) => { chat: Chat; message?: ChatMessage } | undefined): Promise<Chat | undefined>
  /** Releases the unspent hold. `beside`: further writes of the same transaction. */
  end(chat: Chat, beside: Write[]): Promise<boolean>
}

export interface ChatCustomer {
  user_id: number
  assistant_id: number
  /** Id of the customer in the user's own channel. */
  identifier: string
}

export interface ChatAsk {
  matches(chat: Chat): boolean
  before?: number
  after?: number
}

export interface ChatPage {
  chats: Chat[]
  /** Value of `before` for the next page, which has older chats. Undefined at the end. */
  next: number | undefined
  previous: number | undefined
}

const readMax = 1_000
const readAtOnce = 100

type StoredChat = Omit<Chat, 'variables' | 'evaluation' | 'extracted_variables'> &
  StoredKey &
  Record<FreeMember, string>
type FreeMember = (typeof freeMembers)[number]
/** Stored as JSON text, because these members have any shape. */
const freeMembers = ['variables', 'evaluation', 'extracted_variables'] as const

export const chats = (parts: HistoryParts): Chats => {
  const { table } = parts
  const { move } = ledger(parts)

  const find = async ({ user_id, chat_id }: ChatRef) => {
    const stored = await table.get<StoredChat>(chatKey(user_id, chat_id))
    return stored && read(stored)
  }

  return {
    find,

    findByUuid: async (uuid) => {
      const named = await table.get<ChatRef>(chatUuidKey(uuid))
      return named && find(named)
    },

    page: (user_id, ask, count) => pageOf(table, user_id, ask, count),

    said: async ({ user_id, chat_id }, newest) => {
      const { pk, sk: from } = chatMessageKey(user_id, chat_id, 0)
      const { sk: to } = chatMessageKey(user_id, chat_id, 9999)
      const range = { pk, from, to, newestFirst: true, ...(newest !== undefined && { limit: newest }) }
      const items = await table.query<ChatMessage & StoredKey>(range)
      return items.map((stored) => without(stored, 'pk', 'sk', 'expires_at_seconds')).toReversed()
    },

    ofCustomer: async (customer) => {
      const known = await table.get<ChatRef>(customerKey(customer))
      return known && find(known)
    },

    begin: async (chat, greeting, before) => {
      const { expires_at_seconds } = chat
      const named = { ...chatUuidKey(chat.uuid), ...chatRefOf(chat), expires_at_seconds }
      const first: ChatMessage = { place: 1, role: 'assistant', text: greeting, at: chat.updated_at }
      const messages = greeting ? [putOf(chat, first)] : []
      const counted = { ...chat, messages: messages.length }
      const written = await table.write([
        { put: item(counted), when: isNew },
        { put: named },
        ...messages,
        ...customerWrites(chat, before),
      ])
      return written.done
    },

    hold: async (chat, message, floor) => {
      const held: Chat = { ...chat, held: chat.held + heldAtOnce }
      const amount = -heldAtOnce
      const entry = { user_id: chat.user_id, type: 'hold' as const, amount, description: `Conversation ${chat.id}` }
      const moved = await move(entry, { floor, beside: writesOf(held, message) })
      if (moved.moved) return next(held)
      return moved.why === 'insufficient' ? 'insufficient' : 'changed'
    },

    change: (seen, step) =>
      untilWritten<Chat | undefined>(parts, 'chat', async (losses) => {
        const stepped = losses === 0 ? step(seen) : await find(chatRefOf(seen)).then((chat) => chat && step(chat))
        if (!stepped) return undefined
        const { chat, message } = stepped
        return (await table.write(writesOf(chat, message))).done ? next(chat) : lost
      }),

    write: async (chat, message) => ((await table.write(writesOf(chat, message))).done ? next(chat) : 'changed'),

    end: async (chat, beside) => {
      const { user_id, held, cost, asked } = chat
      const unused = held - cost
      const writes = [...writesOf(chat, undefined), ...beside]
      if (held === 0) return (await table.write(writes)).done
      const description = `Conversation ${chat.id}, messages: ${asked}`
      const type = unused > 0 ? ('release' as const) : ('capture' as const)
      return (await move({ user_id, type, amount: unused, description }, { beside: writes })).moved
    },
  }
}

const pageOf = async (
  table: Table,
  user_id: number,
  { matches, before, after }: ChatAsk,
  count: number,
): Promise<ChatPage> => {
  const { pk } = chatKey(user_id, 0)
  const newestFirst = after === undefined
  const found: Chat[] = []
  let bound = before ?? after
  let isMore = false
  for (let seen = 0; seen < readMax; ) {
    const edge = bound === undefined ? undefined : chatKey(user_id, newestFirst ? bound - 1 : bound + 1).sk
    const range = newestFirst ? { to: edge } : { from: edge }
    const stored = await table.query<StoredChat>({ pk, ...range, newestFirst, limit: readAtOnce })
    isMore = stored.length === readAtOnce
    for (const [place, item] of stored.entries()) {
      const chat = read(item)
      seen++
      bound = chat.id
      if (matches(chat)) found.push(chat)
      if (found.length < count) continue
      isMore ||= place < stored.length - 1
      break
    }
    if (!isMore || found.length >= count) break
  }
  if (newestFirst)
    return {
      chats: found,
      next: isMore ? bound : undefined,
      previous: before === undefined ? undefined : found[0]?.id,
    }
  return { chats: found.toReversed(), next: found[0]?.id, previous: isMore ? bound : undefined }
}

const customerKey = ({ user_id, assistant_id, identifier }: ChatCustomer) =>
  chatCustomerKey(user_id, assistant_id, customerHash(identifier))

/**
 * Makes the transaction fail when a concurrent first request has created a chat of the same
 * customer.
 */
const customerWrites = (chat: Chat, before: Chat | undefined): Write[] => {
  const { user_id, assistant_id, external_identifier: identifier, expires_at_seconds } = chat
  if (identifier === undefined) return []
  const put = { ...customerKey({ user_id, assistant_id, identifier }), ...chatRefOf(chat), expires_at_seconds }
  return [{ put, when: before ? when('#chat_id = :chat_id', { chat_id: before.id }) : isNew }]
}

const next = (chat: Chat): Chat => ({ ...chat, revision: chat.revision + 1 })

const writesOf = (chat: Chat, message: ChatMessage | undefined): Write[] => [
  {
    put: item(next(chat)),
    when: when('#revision = :revision', { revision: chat.revision }),
  },
  ...(message ? [putOf(chat, message)] : []),
]

const putOf = ({ user_id, id, expires_at_seconds }: Chat, message: ChatMessage) => ({
  put: { ...chatMessageKey(user_id, id, message.place), ...message, expires_at_seconds },
})

const item = (chat: Chat) => ({
  ...chatKey(chat.user_id, chat.id),
  ...chat,
  ...Object.fromEntries(freeMembers.flatMap((name) => (chat[name] ? [[name, JSON.stringify(chat[name])]] : []))),
  ...dueKey(chat.id, chat.due_at),
})

const read = (stored: StoredChat): Chat => {
  const parsed = freeMembers.flatMap((name) => (name in stored ? [[name, JSON.parse(stored[name])]] : []))
  return Object.assign(without(stored, 'pk', 'sk', 'due_shard'), Object.fromEntries(parsed)) as unknown as Chat
}
