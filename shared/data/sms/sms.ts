import type { Account } from '../../domain/account/account.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import type { Sms } from '../../domain/sms/sms.ts'
import { askedAgain, fold, putOffMsMax, type SmsReport, smsDueAt } from '../../domain/sms/sms-life.ts'
import type { SmsRef } from '../../domain/sms/sms-ref.ts'
import type { HistoryList, HistoryParts } from '../../lists/store/history-list.ts'
import { type HistoryOverrides, historyOverrides } from '../../lists/store/overrides.ts'
import { historyPages, idsIn } from '../../lists/store/pages.ts'
import { lost, untilWritten } from '../../table/compare-and-set.ts'
import { blacklistedKey, dueKey, type StoredKey, smsKey, textedKey } from '../../table/keys.ts'
import { isNew, type Write, when } from '../../table/table.ts'
import type { IdRange } from '../../words/day-range.ts'
import { firstIdAt } from '../../words/id.ts'
import type { Micros } from '../../words/money.ts'
import { spellingsOf } from '../../words/phone-spellings.ts'
import type { NewEntry } from '../account/apply-moves.ts'
import { type Ledger, ledger } from '../account/ledger.ts'

export interface SmsRecords {
  find(ref: SmsRef): Promise<Sms | undefined>
  /** Holds the price. `exists`: the id is taken. `seen`: the account as read before. */
  open(sms: Sms, seen: Account): Promise<'opened' | 'exists' | 'insufficient' | 'opted_out'>
  /** Holds the price without checking the balance. False when the id is taken. */
  record(sms: Sms): Promise<boolean>
  /** Changes the SMS record and its charge or hold in one transaction. */
  apply(seen: Sms, report: SmsReport, now: number): Promise<AppliedSms>
  /** Claims a delayed SMS for one worker. `opted out`: the recipient wants no SMS. */
  claim(seen: Sms, now: number): Promise<Sms | 'opted out' | 'conflict'>
  since(user_id: number, since: number): Promise<Sms[]>
  /** Returns SMS that were sent at about the same time, including `sms`. */
  around(sms: Sms): Promise<Sms[]>
  /** False when phone numbers similar to `to` got suspiciously many SMS this hour. */
  isUsual(user_id: number, to: string, now: number): Promise<boolean>
  takeForCall(ref: CallRef, max: number): Promise<boolean>
  /** Newest first. */
  page(user_id: number, first: number, count: number, range?: IdRange): Promise<{ items: Sms[]; total: number }>
}

export interface AppliedSms {
  before: Sms
  sms: Sms
}

const aroundMs = 60_000
/** Last digits that differ within a block of phone numbers. SMS fraudsters own whole blocks. */
const blockDigits = 4
/** Maximum SMS per hour to one block of phone numbers. More SMS suggest fraud. */
const blockMessagesMax = 100
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

export const smsHistory: HistoryList<Sms> = {
  noun: 'sms',
  recordKey: smsKey,
  rowOf: ({ id }) => ({ id, kind: [], isSettled: true }),
}

const replacing =
  ({ table }: HistoryParts, overrides: HistoryOverrides, move: Ledger['move']) =>
  async (before: Sms, after: Sms): Promise<boolean> => {
    const update = updateOf(before, after)
    const entry = settlement(before, after)
    if (!entry) return (await table.write([update])).done
    // The process that created the SMS may have crashed before it added the SMS to the user's list,
    // so this write adds it.
    const late = before.money === 'held' ? await overrides.late(after.user_id, after.id) : []
    const moved = await move(entry, { floor: entry.amount < 0 ? 0 : undefined, beside: [update, ...late] })
    if (moved.moved || moved.why === 'stale') return moved.moved
    // The SMS was sent after its hold was released, and the balance is now too low: we bear the
    // cost.
    return (await table.write([updateOf(before, { ...after, total_cost: 0 })])).done
  }

export const sms = (parts: HistoryParts): SmsRecords => {
  const { table } = parts
  const overrides = historyOverrides(parts, smsHistory)
  const { page } = historyPages(parts, smsHistory)
  const find = ({ user_id, sms_id }: SmsRef) => table.get<Sms>(smsKey(user_id, sms_id))
  const { move } = ledger(parts)
  const replace = replacing(parts, overrides, move)

  const put = (opened: Sms, how: { floor?: Micros; seen?: Account; checks?: Write[] } = {}) => {
    const { checks = [], ...limits } = how
    const item = { ...smsKey(opened.user_id, opened.id), ...opened, ...dueKey(opened.id, smsDueAt(opened)) }
    const hold = entryFor(opened, 'hold', -opened.total_cost, `SMS to ${opened.to}, segments: ${opened.segments}`)
    return move(hold, { ...limits, beside: [{ put: item, when: isNew }, ...checks] })
  }

  return {
    find,

    record: async (sent) => {
      const { moved } = await put(sent)
      await overrides.register(sent.user_id, [sent.id])
      return moved
    },

    open: async (opened, seen) => {
      const { user_id, id } = opened
      const moved = await put(opened, { floor: 0, seen, checks: acceptsTexts(opened) })
      if (!moved.moved && moved.why === 'insufficient') return 'insufficient'
      if (!moved.moved && !(await find({ user_id, sms_id: id }))) return 'opted_out'
      await overrides.register(user_id, [id])
      return moved.moved ? 'opened' : 'exists'
    },

    apply: (seen, report, now) => {
      let before = seen
      return untilWritten(parts, 'message', async () => {
        const folded = fold(before, report, now)
        if (folded === before) return { before, sms: before }
        const after = { ...folded, revision: before.revision + 1 }
        if (await replace(before, after)) return { before, sms: after }
        const current = await find({ user_id: seen.user_id, sms_id: seen.id })
        if (!current) throw new Error('The message is gone')
        before = current
        return lost
      })
    },

    claim: async (seen, now) => {
      const asking = { ...askedAgain(seen, now), revision: seen.revision + 1 }
      const written = await table.write([updateOf(seen, asking), ...acceptsTexts(seen)])
      if (written.done) return asking
      return written.failed[0] ? 'conflict' : 'opted out'
    },

    since: (user_id, since) => {
      const { pk, sk: from } = smsKey(user_id, firstIdAt(since))
      return table.query<Sms>({ pk, from })
    },

    around: ({ user_id, asked_at }) => {
      // The id of a delayed SMS contains a time up to `putOffMsMax` before `asked_at`.
      const { pk, sk: from } = smsKey(user_id, firstIdAt(asked_at - putOffMsMax - aroundMs))
      return table.query<Sms>({ pk, from, to: smsKey(user_id, firstIdAt(asked_at + aroundMs)).sk })
    },

    isUsual: async (user_id, to, now) => {
      const key = textedKey(user_id, to.slice(0, -blockDigits), Math.floor(now / hourMs))
      return (await table.write([counted(key, blockMessagesMax, now + 2 * hourMs)])).done
    },

    takeForCall: async ({ user_id, call_id }, max) => {
      const key = textedKey(user_id, `call ${call_id}`, 0)
      return (await table.write([counted(key, max, parts.clock.now() + dayMs)])).done
    },

    page: async (user_id, first, count, range = {}) => {
      const { records, total } = await page(user_id, idsIn(range), { first, count })
      return { items: records, total }
    },
  }
}

const counted = (update: StoredKey, max: number, expires_at: number): Write => ({
  update,
  set: { expires_at_seconds: Math.ceil(expires_at / 1000) },
  add: { messages: 1 },
  when: when('attribute_not_exists(#messages) OR #messages < :max', { max }),
})

/** Makes the transaction fail when the recipient opted out, in any spelling. */
const acceptsTexts = ({ user_id, to }: Sms): Write[] =>
  spellingsOf(to).map((spelling) => ({
    check: blacklistedKey(user_id, spelling),
    when: when('attribute_not_exists(#pk) OR #calls_only = :calls_only', { calls_only: true }),
  }))

const updateOf = (before: Sms, after: Sms): Write => {
  const { status, money, total_cost, sms_sid, past_sids, refusal, asked_at, put_off, updated_at, revision } = after
  const due = smsDueAt(after)
  const optional = { sms_sid, past_sids, refusal, put_off }
  const gone = Object.entries(optional).flatMap(([name, value]) => (value === undefined ? [name] : []))
  return {
    update: smsKey(after.user_id, after.id),
    set: { status, money, total_cost, asked_at, updated_at, revision, ...optional, ...dueKey(after.id, due) },
    remove: due === undefined ? [...gone, 'due_shard', 'due_at'] : gone,
    when: when('#revision = :seen', { seen: before.revision }),
  }
}

const settlement = (before: Sms, after: Sms): NewEntry | undefined => {
  if (before.money === after.money) return undefined
  if (after.money === 'released')
    return entryFor(after, 'release', before.total_cost, `SMS to ${after.to} was not sent`)
  if (before.money === 'held') return entryFor(after, 'capture', 0, `SMS to ${after.to} was sent`)
  return entryFor(after, 'adjustment', -after.total_cost, `SMS to ${after.to} was sent after all`)
}

const entryFor = (
  { id, user_id }: Sms,
  type: NewEntry['type'],
  amount: NewEntry['amount'],
  description: string,
): NewEntry => ({ user_id, type, amount, description, sms_id: id })
