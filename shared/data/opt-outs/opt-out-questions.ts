import {
  type Hinted,
  hintsMax,
  judgeDueMs,
  type OpenQuestion,
  type OptOutQuestion,
  type OptOutQuestionRef,
  questionsADayMax,
} from '../../domain/opt-outs/opt-out-question.ts'
import { lost, type StoreParts, untilWritten } from '../../table/compare-and-set.ts'
import { callQuestionKey, dueKey, questionsOfDayKey, type StoredKey, textQuestionKey } from '../../table/keys.ts'
import { isNew, when } from '../../table/table.ts'
import { spellingsOf } from '../../words/phone-spellings.ts'

export interface OptOutQuestions {
  /** Undefined when a model has already judged the words. */
  ask(hinted: Hinted, now: number): Promise<OptOutQuestionRef | undefined>
  find(ref: OptOutQuestionRef): Promise<OptOutQuestion | undefined>
  start(user_id: number, phone_number: string, now: number): Promise<void>
  /** False at the user's daily limit. */
  count(question: OpenQuestion, now: number): Promise<boolean>
  /** No effect if more words were recorded since `question` was read. */
  postpone(question: OpenQuestion, due_at: number): Promise<void>
  answer(question: OpenQuestion, counted: { judged: number; heard: number }, now: number): Promise<void>
}

const dayMs = 24 * 60 * 60_000
/**
 * Milliseconds for which an open question is stored. After one day, the question counts as an
 * opt-out.
 */
const openMs = 7 * dayMs
const secondsOf = (ms: number): number => Math.floor(ms / 1000)

export const optOutQuestions = (parts: StoreParts): OptOutQuestions => {
  const { table } = parts

  return {
    ask: (hinted, now) =>
      untilWritten(parts, 'opt-out question', async () => {
        const its = keyOf(hinted)
        const before = await table.get<OptOutQuestion>(its)
        if (before?.state === 'answered' && isJudged(hinted, before)) return undefined
        const ref = { user_id: hinted.user_id, key: its.sk }
        const question = questionOf(ref, hinted, before, now)
        if (!question) return ref
        const put = { ...its, ...question, ...dueKey(now, now + judgeDueMs), ...expiryOf(now + openMs) }
        const written = await table.write([{ put, when: before ? unchanged(before) : isNew }])
        return written.done ? ref : lost
      }),

    find: (ref) => table.get<OptOutQuestion>(keyOfRef(ref)),

    start: async (user_id, phone_number, now) => {
      const range = {
        pk: textQuestionKey(user_id, '').pk,
        from: textQuestionKey(user_id, '').sk,
        to: textQuestionKey(user_id, lastSid).sk,
      }
      const spellings = spellingsOf(phone_number)
      const open = (await table.query<OptOutQuestion>(range)).filter(
        (one) => one.state === 'open' && spellings.includes(one.phone_number),
      )
      for (const { key } of open)
        await table.write([
          {
            update: keyOfRef({ user_id, key }),
            set: { started_at: now },
            add: { revision: 1 },
            when: when('#state = :open', { open: 'open' }),
          },
        ])
    },

    count: async (question, now) => {
      if (question.is_counted) return true
      const written = await table.write<OptOutQuestion>([
        {
          update: keyOfRef(question),
          set: { is_counted: true },
          when: when('attribute_exists(#revision) AND attribute_not_exists(#is_counted)'),
        },
        {
          update: questionsOfDayKey(question.user_id, new Date(now).toISOString().slice(0, 10)),
          add: { asked: 1 },
          set: expiryOf(now + 2 * dayMs),
          when: when('attribute_not_exists(#asked) OR #asked < :max', { max: questionsADayMax }),
        },
      ])
      // True also when another worker has counted or answered the question.
      return written.done || written.failed[0] === true
    },

    postpone: async (question, due_at) => {
      await table.write([
        { update: keyOfRef(question), set: dueKey(question.opened_at, due_at), when: unchanged(question) },
      ])
    },

    answer: async (question, { judged, heard }, now) => {
      const { user_id, key, revision } = question
      const answered: OptOutQuestion = { user_id, key, state: 'answered', judged, heard, revision: revision + 1 }
      await table.write([
        { put: { ...keyOfRef(question), ...answered, ...expiryOf(now + dayMs) }, when: unchanged(question) },
      ])
    },
  }
}

const keyOf = ({ user_id, about }: Hinted): StoredKey =>
  about.kind === 'call' ? callQuestionKey(user_id, about.call_id) : textQuestionKey(user_id, about.sms_sid)
const keyOfRef = ({ user_id, key }: OptOutQuestionRef): StoredKey => ({ pk: callQuestionKey(user_id, 0).pk, sk: key })
const unchanged = ({ revision }: OptOutQuestion) => when('#revision = :revision', { revision })

const questionOf = (
  ref: OptOutQuestionRef,
  hinted: Hinted,
  before: OptOutQuestion | undefined,
  now: number,
): OpenQuestion | undefined => {
  const { phone_number, about } = hinted
  const known = before?.state === 'open' ? before : undefined
  const words = [...new Set([...(known?.words ?? []), ...hinted.words])].slice(-hintsMax)
  if (known && words.length === known.words.length && words.every((one) => known.words.includes(one))) return undefined
  return {
    ...ref,
    state: 'open',
    phone_number,
    words,
    ...(about.kind === 'call' && { call_id: about.call_id }),
    opened_at: known?.opened_at ?? now,
    judged: before?.judged ?? 0,
    revision: (before?.revision ?? 0) + 1,
    ...(known?.is_counted && { is_counted: true }),
  }
}

const lastSid = '~'
const expiryOf = (at: number) => ({ expires_at_seconds: secondsOf(at) })

/**
 * True when a model has judged these words. A call is judged again when the person has said more.
 */
const isJudged = ({ about, words }: Hinted, { judged, heard = 0 }: OptOutQuestion): boolean =>
  about.kind === 'text' || (about.is_over && words.length <= (about.isAll ? heard : judged))
