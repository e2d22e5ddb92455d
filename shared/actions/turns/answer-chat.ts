import { floorOf, type Means, shortage } from '../../domain/account/account.ts'
import type { Assistant } from '../../domain/assistants/assistant.ts'
import {
  answer,
  answerMs,
  type Chat,
  type ChatMessage,
  chatRefOf,
  costOfAnswer,
  giveUp,
  heldAtOnce,
  isAnswering,
  type NewMessage,
  needsHold,
  take,
} from '../../domain/conversations/chat.ts'
import { type Script, turnScript, wordsOf } from '../../domain/conversations/script.ts'
import { historyMax } from '../../domain/conversations/talk.ts'
import { turnCostMax } from '../../domain/conversations/text-talk-cost.ts'
import { among, type Line } from '../../domain/conversations/turn-parts.ts'
import { type Meter, meterOf } from '../../domain/simulations/meter.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'
import { Problem } from '../../words/problem.ts'
import { foundAbout, offered, openKnowledge } from '../knowledge/knowledge.ts'
import { openChatToolbox } from './chat-toolbox.ts'
import { speakTurn } from './speak-turn.ts'

export type AnswerChatParts = Dependencies<
  | 'chats.change'
  | 'chats.find'
  | 'chats.hold'
  | 'chats.said'
  | 'chats.write'
  | 'clock'
  | 'embeddings.open'
  | 'endChatQueue.nudge'
  | 'knowledgeStore.passages'
  | 'knowledgebases.find'
  | 'random'
  | 'talkModel.talk'
  | 'talkTurns.settle'
  | 'talkTurns.take'
  | 'toolCalls.end'
  | 'toolCalls.list'
  | 'toolCalls.start'
  | 'toolClient.send'
  | 'tools.findMany'
  | 'tools.secret'
  | 'vault.open'
  | 'webhookSecrets.ensure'
>

interface Arriving {
  chat: Chat
  assistant: Assistant
  means: Means
  asked: Omit<NewMessage, 'now'>
  log: Log
}

export interface Reply {
  /** Empty while the assistant is switched off. */
  text: string
  place: number | undefined
  ai_enabled: boolean
  isOver: boolean
}

/** Number of attempts. A chat takes one message at a time, so conflicts are few. */
const attemptsMax = 10

export const isUnpaid = (means: Means): boolean => shortage(means, heldAtOnce) !== undefined

/** Stores the message before it is answered. After a crash, a repeated message gets an answer. */
export const answerChat = async (parts: AnswerChatParts, arriving: Arriving): Promise<Reply> => {
  const { chats } = parts
  let chat = arriving.chat
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const reply = await tryToAnswer(parts, { ...arriving, chat })
    if (reply !== 'changed') return reply
    chat = (await chats.find(chatRefOf(chat))) ?? chat
  }
  throw new Problem('conversation_busy', { retrySeconds: 1 })
}

const tryToAnswer = async (parts: AnswerChatParts, arriving: Arriving): Promise<Reply | 'changed'> => {
  const { chats, clock } = parts
  const { chat, asked } = arriving
  const taking = take(chat, { ...asked, now: clock.now() })
  if (taking.is === 'ended') throw new Problem('conversation_over')
  if (taking.is === 'busy') throw new Problem('conversation_busy', { retrySeconds: 1 })
  if (taking.is === 'known') return awaitAnswer(parts, chat, taking.place)
  if (taking.is === 'store') {
    const stored = await chats.write(taking.chat, taking.message)
    return stored === 'changed' ? stored : { text: '', place: undefined, ai_enabled: false, isOver: false }
  }
  const claimed = await claim(parts, arriving, taking.chat, taking.isNew ? taking.message : undefined)
  return claimed === 'changed' ? claimed : respond(parts, { ...arriving, chat: claimed })
}

const claim = async (
  { chats, talkTurns, clock }: AnswerChatParts,
  { means }: Arriving,
  chat: Chat,
  message: ChatMessage | undefined,
): Promise<Chat | 'changed'> => {
  if (chat.type === 'test') {
    const taken = await talkTurns.take(chat.user_id, clock.now())
    if (!taken.isAllowed) throw new Problem('too_many_visits', { retrySeconds: taken.resetSeconds })
  }
  const claimed = needsHold(chat) ? await chats.hold(chat, message, floorOf(means)) : await chats.write(chat, message)
  if (claimed === 'insufficient') throw new Problem('conversation_unpaid')
  return claimed
}

const recheckMs = 500

const awaitAnswer = async (parts: AnswerChatParts, seen: Chat, place: number): Promise<Reply> => {
  const { chats, clock } = parts
  const until = clock.now() + answerMs
  for (let chat = seen; ; ) {
    const messages = await chats.said(chatRefOf(chat))
    const found = messages.find((message) => message.role === 'assistant' && message.place > place)
    const isOver = chat.phase.is === 'over' || chat.phase.is === 'ended'
    if (found) return { text: found.text, place: found.place, ai_enabled: chat.ai_enabled, isOver }
    if (!isAnswering(chat, clock.now())) {
      if (chat.ai_enabled) throw new Problem('conversation_busy', { retrySeconds: 1 })
      return { text: '', place: undefined, ai_enabled: false, isOver }
    }
    if (clock.now() >= until) throw new Problem('conversation_busy', { retrySeconds: 1 })
    await clock.sleep(recheckMs)
    chat = (await chats.find(chatRefOf(chat))) ?? chat
  }
}

const respond = async (parts: AnswerChatParts, { chat, assistant, log }: Arriving): Promise<Reply> => {
  const { chats, talkTurns, clock, endChatQueue } = parts
  const { phase } = chat
  if (phase.is !== 'answering') throw new Error('The chat is not being answered')
  const claimedAt = clock.now()
  const meter = meterOf({ requestsMax: 10, costMax: turnCostMax })
  const said = await findWords(parts, { chat, assistant, meter, log }).catch(async (cause) => {
    await release(parts, chat, phase.place)
    throw cause
  })
  if (chat.type === 'test') await talkTurns.settle(chat.user_id, claimedAt, meter.spent().cost)
  if (!said) {
    await release(parts, chat, phase.place)
    throw new Problem('turn_too_long', { retrySeconds: 1 })
  }
  const cost = costOfAnswer(chat.type, meter.spent().cost)
  const after = await chats.change(chat, (current) =>
    answer(current, phase.place, phase.until, { ...said, cost, now: clock.now() }),
  )
  if (!after) return awaitAnswer(parts, chat, phase.place)
  const isOver = after.phase.is === 'over'
  if (isOver) await endChatQueue.nudge(chatRefOf(chat))
  return { text: said.text, place: after.messages, ai_enabled: after.ai_enabled, isOver }
}

const release = (parts: AnswerChatParts, chat: Chat, place: number) =>
  parts.chats.change(chat, (current) => {
    const free = giveUp(current, place, parts.clock.now())
    return free && { chat: free }
  })

interface Finding extends Pick<Arriving, 'chat' | 'assistant' | 'log'> {
  meter: Meter
}

const findWords = async (
  parts: AnswerChatParts,
  { chat, assistant, meter, log }: Finding,
): Promise<{ text: string; isEnd: boolean } | undefined> => {
  const { chats, talkModel, clock } = parts
  const startedAt = clock.now()
  const [messages, knowledge] = await Promise.all([
    chats.said(chatRefOf(chat), historyMax),
    openKnowledge(parts, assistant, log),
  ])
  const { variables } = chat
  const detail = { variables, input_variables: { ...assistant.variables, ...variables } }
  const lastWords = messages.findLast(({ role }) => role === 'user')?.text ?? ''
  const [toolbox, found] = await Promise.all([
    openChatToolbox(parts, { chat, assistant, detail, offers: offered(knowledge), log }),
    foundAbout(parts, knowledge, lastWords, log),
  ])
  const history = messages.map(
    ({ role, text, at, place }): Line => ({ sender: role === 'user' ? 'human' : 'bot', text, at, place: place - 1 }),
  )
  let words: { text: string; isEnd: boolean } | undefined
  const remainingMs = () => (meter.isUsedUp() ? 0 : startedAt + answerMs - clock.now())
  const end = await speakTurn(
    {
      ask: ({ attempt, said, signal }, thread) => {
        const lines = [...among(history, toolbox?.before ?? []), ...thread]
        const known = { whole: knowledge?.whole ?? '', found }
        const facts = { assistant, detail, known, history: lines, tools: toolbox?.offers, medium: 'chat' as const }
        const script: Script = turnScript({ ...facts, occasion: 'answer', attempt, said }, clock.now())
        return talkModel.talk(script, signal, (usage) => meter.add(script.model, usage))
      },
      toolbox,
      finish: async (text, ending) => {
        words = { text: text.trim(), isEnd: ending !== undefined }
        return true
      },
      say: async () => true,
      send: async () => true,
      isCurrent: async () => true,
      onFailure: (attempt, cause) => log.warn('model failed', { ...chatRefOf(chat), attempt, cause }),
      remainingMs,
      clock,
    },
    { ...wordsOf(assistant, lastWords, 0), filler: undefined },
  )
  return end === 'late' ? undefined : words
}
