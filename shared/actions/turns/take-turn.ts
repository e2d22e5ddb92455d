import { type Assistant, usesTools } from '../../domain/assistants/assistant.ts'
import type { CallDetail } from '../../domain/calls/call.ts'
import type { CallRef, TurnRef } from '../../domain/calls/call-ref.ts'
import { placedExchange, release } from '../../domain/conversations/exchange.ts'
import { isBackchannel, type Occasion, turnScript, wordsOf } from '../../domain/conversations/script.ts'
import { isUnwatched, noPatience, soonMs } from '../../domain/conversations/silence-checks.ts'
import { spokenMs } from '../../domain/conversations/speaking-time.ts'
import type { Speech } from '../../domain/conversations/speech.ts'
import {
  type AnswerWaits,
  type Change,
  connectionOf,
  endingOf,
  endsAt,
  isOptedOut,
  leaseMs,
  leaving,
  type Remark,
  type Talk,
  type Utterance,
  versionIn,
} from '../../domain/conversations/talk.ts'
import { among, type Line, type Part, type TurnWords } from '../../domain/conversations/turn-parts.ts'
import { phrasesFor } from '../../domain/reference/phrases.ts'
import type { Dependencies } from '../../services.ts'
import type { Clock, Random } from '../../words/clock.ts'
import type { Log } from '../../words/log.ts'
import { foundAbout, offered, openKnowledge } from '../knowledge/knowledge.ts'
import { speakTurn, type TurnParts } from './speak-turn.ts'
import type { Toolbox } from './toolbox.ts'
import { openToolbox, type ToolParts } from './use-tools.ts'

export type ConversationParts = ToolParts &
  Dependencies<
    | 'assistants.find'
    | 'calls.details'
    | 'conversations.change'
    | 'conversations.isCurrent'
    | 'conversations.keep'
    | 'conversations.recent'
    | 'conversations.say'
    | 'sockets.send'
    | 'talkModel.talk'
    | 'watchSilenceQueue.nudge'
  >

export interface TurnRequest {
  about: CallRef & { assistant_id: number; assistant_version?: number }
  occasion: Occasion
  step: (talk: Talk) => Change | undefined
  remainingMs: () => number
  log: Log
}

/** After a crash, the worker `watch-silence` continues the turn. */
export const takeTurn = async (parts: ConversationParts, taking: TurnRequest): Promise<void> => {
  const turn = await openTurn(parts, taking)
  if (turn) await speak(parts, turn)
}

const openTurn = async (parts: ConversationParts, taking: TurnRequest): Promise<Turn | undefined> => {
  const { assistants, calls, conversations, clock } = parts
  const { about, occasion, step, remainingMs, log } = taking
  const ref = { user_id: about.user_id, call_id: about.call_id }
  const changing = conversations.change(ref, step)
  const knowing = assistants.find(about.user_id, about.assistant_id, about.assistant_version)
  const [taken, expected, expectedKnowledge, [detail], recent] = await Promise.all([
    changing,
    knowing,
    knowing.then((assistant) => assistant && openKnowledge(parts, assistant, log)),
    calls.details([ref]),
    conversations.recent(ref),
  ])
  if (!taken || taken.isNoted) return undefined
  const { talk, settled } = taken
  const connection_id = connectionOf(talk)
  if (!connection_id) return undefined
  const isPassedOn = talk.assistant_id !== about.assistant_id
  const assistant = isPassedOn ? await assistants.find(about.user_id, talk.assistant_id, versionIn(talk)) : expected
  const knowledge = isPassedOn ? assistant && (await openKnowledge(parts, assistant, log)) : expectedKnowledge
  const place = talk.utterances + talk.heard.length
  const offers = offered(knowledge)
  const asksModel = !ownWords(talk, assistant, clock.now())
  const [toolbox, found] = await Promise.all([
    assistant && (usesTools(assistant) || offers.length > 0)
      ? openToolbox(parts, { ref, assistant, detail, offers, place, failedLegs: legsOf(talk.remarks), log })
      : undefined,
    asksModel ? foundAbout(parts, knowledge, talk.heard.map(({ text }) => text).join(' '), log) : '',
  ])
  const known = { whole: knowledge?.whole ?? '', found }
  const history = historyOf(talk, recent, settled)
  return { talk, left: talk, connection_id, assistant, detail, known, history, toolbox, occasion, remainingMs, log }
}

const historyOf = (talk: Talk, recent: Map<number, Utterance>, settled: Change['settled']): Line[] => {
  const said = new Map(recent)
  // The conversation's own copy of the last exchange replaces the stored utterances of this
  // exchange.
  for (const place of recent.keys()) if (place >= talk.utterances) said.delete(place)
  for (const { place, utterance } of [...settled, ...placedExchange(talk)]) said.set(place, utterance)
  const lines = [...said].map(([place, utterance]): Line & { place: number } => ({ ...utterance, place }))
  const remarks = talk.remarks.map(({ place, text, at }) => ({
    sender: 'human' as const,
    text,
    at,
    place: place - 0.5,
  }))
  return [...lines, ...remarks].toSorted((one, other) => one.place - other.place)
}

const speak = async (parts: ConversationParts, turn: Turn): Promise<void> => {
  const { conversations, sockets, watchSilenceQueue, clock } = parts
  const { talk, connection_id, assistant, toolbox, remainingMs, log } = turn
  const ref: TurnRef = { user_id: talk.user_id, call_id: talk.call_id, turn: talk.turn }
  const begunAt = clock.now()
  const guard = isUnwatched(talk, begunAt) ? watchSilenceQueue.nudge(ref, leaseMs / 1000) : undefined
  let firstWordAt: number | undefined
  const send = (speech: Speech) => {
    firstWordAt ??= clock.now()
    return sockets.send(connection_id, speech)
  }
  const giveBack = async () => {
    await conversations.change(ref, (current) => release(current, ref.turn))
    await watchSilenceQueue.nudge(ref, 0)
  }
  const voice = { ...voiceOf(parts, turn), send, toolbox, remainingMs, clock }
  const end = await speakTurn(voice, turnWords(talk, assistant, parts.random)).catch(async (cause) => {
    await giveBack()
    throw cause
  })
  await guard
  if (end === 'late') await giveBack()
  const soon = end === 'finished' ? soonMs(turn.left, assistant ?? noPatience, clock.now()) : undefined
  if (soon !== undefined) await watchSilenceQueue.nudge(ref, soon / 1000)
  log.info('turn ended', { ...ref, end, first_word_ms: firstWordAt && firstWordAt - begunAt })
}

interface Turn {
  talk: Talk
  left: Talk
  connection_id: string
  assistant: Assistant | undefined
  detail: CallDetail | undefined
  known: { whole: string; found: string }
  history: readonly Line[]
  toolbox: Toolbox | undefined
  occasion: Occasion
  remainingMs: () => number
  log: Log
}

const voiceOf = (
  { conversations, talkModel, clock }: ConversationParts,
  opened: Turn,
): Pick<TurnParts, 'ask' | 'recite' | 'say' | 'finish' | 'isCurrent' | 'onFailure'> => {
  const { talk, assistant, detail, known, history, toolbox, occasion, log } = opened
  const { user_id, call_id, turn } = talk
  const ref = { user_id, call_id }
  const atLimit = isAtLimit(talk, clock.now())
  let isHeard = false
  let waits: AnswerWaits = {}
  const waiting = modelWait(clock)
  const firstWords = () => {
    const asked_at = talk.heard.at(-1)?.at
    if (waits.latency_ms === undefined && asked_at)
      waits = { latency_ms: Math.max(0, clock.now() - asked_at), model_ms: waiting.ms() }
  }
  return {
    recite: (said) => {
      const own = ownWords(talk, assistant, clock.now())
      return { parts: [...asideOf(talk, said), ...(own ?? [])], isAll: own !== undefined }
    },
    ask:
      assistant &&
      (({ attempt, said, signal }, thread) => {
        const now = clock.now()
        const [continued, why] = continuing({ talk, history, occasion }, said, now)
        const lines = [...among(continued, toolbox?.before ?? []), ...thread]
        const goesOn = thread.length > 0 ? 'answer' : why
        const tools = toolbox?.offers
        const asked = { assistant, detail, known, history: lines, tools, occasion: goesOn, attempt, said: '' }
        return waiting.on(talkModel.talk(turnScript(asked, now), signal))
      }),
    say: (said, busy_ms) => {
      isHeard = true
      if (said.trim()) firstWords()
      return conversations.say(ref, turn, { said, ...waits, busy_ms, used: toolbox?.used, now: clock.now() })
    },
    finish: async (said, ending) => {
      const now = clock.now()
      firstWords()
      const kept = isHeard && (await conversations.keep(ref, placedExchange({ ...talk, said, said_at: now, waits })))
      // The carrier speaks texts one after another, so this turn's words wait for earlier words.
      const begins = talk.aside ? Math.max(now, talk.quiet_since) : now
      const isUnasked = occasion === 'engage' && !ending && !talk.aside
      const quiet_since = isUnasked ? undefined : begins + spokenMs(said, talk.speech_speed)
      const phase = ending && leaving(talk.phase, atLimit ? 'limit' : ending)
      opened.left = {
        ...talk,
        phase: phase ?? talk.phase,
        quiet_since: quiet_since ?? talk.quiet_since,
        finished: true,
      }
      const over = { quiet_since, phase, kept }
      return conversations.say(ref, turn, { said, ...waits, used: toolbox?.used, now, over })
    },
    isCurrent: () => conversations.isCurrent(ref, turn),
    onFailure: (attempt, cause) => log.warn('model failed', { ...ref, attempt, cause }),
  }
}

const modelWait = ({ now }: Pick<Clock, 'now'>) => {
  let waited = 0
  let since: number | undefined
  const pause = () => {
    waited += since === undefined ? 0 : now() - since
    since = undefined
  }
  async function* on<T>(stream: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      since = now()
      for await (const part of stream) {
        pause()
        yield part
        since = now()
      }
    } finally {
      pause()
    }
  }
  return { on, ms: () => waited + (since === undefined ? 0 : now() - since) }
}

const turnWords = (talk: Talk, assistant: Assistant | undefined, random: Random): TurnWords =>
  assistant ? wordsOf(assistant, talk.heard.at(-1)?.text, random.number()) : wordsWithoutAssistant

const ownWords = (talk: Talk, assistant: Assistant | undefined, now: number): Part[] | undefined => {
  if (!assistant) return []
  if (talk.aside && endingOf(talk) === 'transfer') return [{ type: 'leave', ending: 'transfer' }]
  if (isAtLimit(talk, now) || isOptedOut(talk) || (talk.aside && endingOf(talk)))
    return [{ type: 'tool', name: 'end_call', say: undefined }]
  if (talk.aside && !talk.aside.goes_on && talk.heard.length === 0) return []
  const heard = talk.heard.map(({ text }) => text).join(' ')
  return talk.unsaid && isBackchannel(assistant, heard) ? [{ type: 'text', text: talk.unsaid }] : undefined
}

const legsOf = (remarks: readonly Remark[]): number[] => remarks.map(({ leg }) => leg)

const isAtLimit = (talk: Talk, now: number): boolean => now >= endsAt(talk)

const asideOf = ({ aside }: Talk, said: string): Part[] => {
  const rest = aside ? `${aside.text} `.slice(said.length) : ''
  return rest ? [{ type: 'text', text: rest }] : []
}

const continuing = (
  { talk, history, occasion }: Pick<Turn, 'talk' | 'history' | 'occasion'>,
  said: string,
  now: number,
): [Line[], Occasion] => {
  const own = (text: string): Utterance[] => (text.trim() ? [{ sender: 'bot', text, at: now }] : [])
  const { aside, heard } = talk
  if (!aside) return [[...history, ...own(said)], said ? 'go on' : occasion]
  const before = history.slice(0, history.length - heard.length)
  const answered = said.slice(aside.text.length)
  const isAnswering = heard.length > 0 && !answered.trim()
  return [
    [...before, ...own(aside.text), ...history.slice(before.length), ...own(answered)],
    isAnswering ? 'answer' : 'go on',
  ]
}

const wordsWithoutAssistant: TurnWords = {
  ...phrasesFor('en'),
  filler: undefined,
}
