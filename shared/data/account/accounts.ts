import {
  type Account,
  heldFor,
  heldName,
  type Means,
  type Obstacle,
  type SpendingLimits,
} from '../../domain/account/account.ts'
import type { Entry } from '../../domain/account/transaction.ts'
import type { Call } from '../../domain/calls/call.ts'
import { type Payable, wantToHold } from '../../domain/calls/call-cover.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { lost, untilWritten } from '../../table/compare-and-set.ts'
import { balanceKey, callKey, ledgerKey } from '../../table/keys.ts'
import { exists, type Write, when } from '../../table/table.ts'
import { microsOf } from '../../words/money.ts'
import { accountMoves } from './account-moves.ts'

/** What users may spend, and what is held of it for calls. */
export interface Accounts {
  means(user_id: number): Promise<Means>
  /**
   * Holds the price of a call's next minutes beside what is held for it already: of three, or of fewer if the money ends. Asked
   * again with the same call, it finds what it held before. `seen`, the account as it was a moment ago, saves reading it. An
   * incoming call gets its first minute whatever the balance, unless the user is suspended. Of a leg, all minutes are held at once. For a call
   * or a leg that is over meanwhile nothing is held, and no minute is covered.
   */
  cover(call: Payable, seen?: Account): Promise<Covered>
  /** Gives back what is held for a call that was never made; one that was gives it back with its charge. */
  release(ref: CallRef): Promise<void>
  /** From now on no call begins. The account as it then is, with the calls that are live; undefined when there is none. */
  suspend(user_id: number, now: number): Promise<Account | undefined>
  /** False when there is no such account. */
  resume(user_id: number): Promise<boolean>
  /** Only these countries may be reached; undefined for those that the stage allows. False when there is no such account. */
  allowCountries(user_id: number, countries: string[] | undefined): Promise<boolean>
}

export type Covered = { minutes: number } | { minutes: undefined; obstacle: Obstacle }

interface AccountsParts extends HistoryParts {
  settings: { get(name: string): string | undefined }
}

const liveCallsDefault = 100
const none: Account = { micros: 0 }

export const accounts = (parts: AccountsParts): Accounts => {
  const { table, settings } = parts
  const moves = accountMoves(parts)
  const find = (user_id: number) => table.get<Account>(balanceKey(user_id))

  const change = async (user_id: number, change: { set?: Partial<Account>; remove?: (keyof Account)[] }) =>
    (await table.write([{ update: balanceKey(user_id), ...change, when: exists }])).done

  /** An account from before the mark was invented: its ledger tells, once. */
  const decided = async (user_id: number, account: Account): Promise<Account> => {
    if (account.is_prepaid !== undefined) return account
    const entries = await table.query<Pick<Entry, 'type'>>({ pk: ledgerKey(user_id, 0).pk, only: ['type'] })
    const is_prepaid = entries.some(({ type }) => type === 'top_up')
    const undecided = when('attribute_exists(#pk) AND attribute_not_exists(#is_prepaid)')
    await table.write([{ update: balanceKey(user_id), set: { is_prepaid }, when: undecided }])
    return { ...account, is_prepaid }
  }

  return {
    means: async (user_id) => ({
      account: (await find(user_id)) ?? none,
      limits: { ...spendingLimits(settings), countries: readCountries(settings.get('CALL_COUNTRIES')) },
    }),

    cover: async (call, seen) => {
      const limits = spendingLimits(settings)
      let stored = seen ?? (await find(call.user_id))
      return untilWritten<Covered>(parts, 'account', async () => {
        if (!stored) return { minutes: undefined, obstacle: 'suspended' }
        const means = { account: await decided(call.user_id, stored), limits }
        const wanted = wantToHold(call, means)
        if ('obstacle' in wanted) return { minutes: undefined, obstacle: wanted.obstacle }
        if (wanted.more === 0) return { minutes: wanted.minutes }
        // What was held for it before, its charge may have given back a moment ago.
        const isUnsure = call.leg_of !== undefined || (call.covered_seconds !== undefined && wanted.held === 0)
        const hold = holding(call, means.account, wanted)
        const written = await table.write<Account>(isUnsure ? [hold, isOpen(call)] : [hold], { once: true })
        if (written.done) return { minutes: wanted.minutes }
        // What others hold at the same time is held together; what came of it, the account tells.
        // A worker that dies while it waits leaves a hold behind that may be made yet, but not for a call that is over.
        const outcome = await moves.make(call.user_id, { holds: { call, limits }, beside: [isOpen(call)] })
        if (outcome === 'stale') return { minutes: 0 }
        stored = await find(call.user_id)
        return lost
      })
    },

    release: ({ user_id, call_id }) =>
      untilWritten<void>(parts, 'account', async () => {
        const account = await find(user_id)
        if (!account || heldFor(account, call_id) === undefined) return
        const written = await table.write([{ update: balanceKey(user_id), ...releasing(account, call_id) }])
        return written.done ? undefined : lost
      }),

    suspend: async (user_id, now) =>
      (await change(user_id, { set: { suspended_at: now } })) ? find(user_id) : undefined,

    resume: (user_id) => change(user_id, { remove: ['suspended_at'] }),

    allowCountries: (user_id, countries) =>
      change(user_id, countries ? { set: { countries } } : { remove: ['countries'] }),
  }
}

/** A call that is not closed; a leg of one, that is not charged either. */
const isOpen = ({ user_id, id, leg_of }: Payable): Write => {
  const open = 'attribute_exists(#pk) AND attribute_not_exists(#closed_at)'
  if (!leg_of) return { check: callKey(user_id, id), when: when(open) }
  const uncharged = '(attribute_not_exists(#legs_charged) OR #legs_charged < :place)'
  return { check: callKey(user_id, leg_of.call_id), when: when(`${open} AND ${uncharged}`, { place: leg_of.place }) }
}

/** What a charge takes away from what is held, on the condition that it is held still. */
export const releasing = (account: Account, call_id: number) => {
  const held = heldFor(account, call_id) ?? 0
  return {
    add: { reserved: -held, live_calls: -1 },
    remove: [heldName(call_id)],
    when: when(`#${heldName(call_id)} = :held`, { held }),
  }
}

/** Nothing that was decided from may have become worse: others may have released meanwhile, but not held. */
const holding = ({ user_id, id }: Call, seen: Account, { held, more }: { held: number; more: number }): Write => {
  const name = heldName(id)
  const isHeld = heldFor(seen, id) === undefined ? `attribute_not_exists(#${name})` : `#${name} = :held`
  const isNoWorse = [
    'attribute_exists(#pk) AND attribute_not_exists(#suspended_at) AND #micros >= :micros',
    '(attribute_not_exists(#reserved) OR #reserved <= :reserved)',
    '(attribute_not_exists(#live_calls) OR #live_calls <= :live_calls)',
    isHeld,
  ].join(' AND ')
  const { micros, reserved = 0, live_calls = 0 } = seen
  const values = { micros, reserved, live_calls, ...(heldFor(seen, id) !== undefined && { held }) }
  return {
    update: balanceKey(user_id),
    set: { [name]: held + more },
    add: { reserved: more, live_calls: heldFor(seen, id) === undefined ? 1 : 0 },
    when: when(isNoWorse, values),
  }
}

const spendingLimits = (settings: AccountsParts['settings']): SpendingLimits => {
  const overdraft = settings.get('OVERDRAFT')
  return {
    overdraft: overdraft === undefined ? undefined : microsOf(overdraft),
    liveCallsMax: Number(settings.get('LIVE_CALLS_PER_USER') ?? liveCallsDefault),
  }
}

const readCountries = (text: string | undefined): string[] | undefined => text?.split(',')
