import { type Account, heldFor, type Means, type Obstacle, type SpendingLimits } from '../../domain/account/account.ts'
import type { JobKind } from '../../domain/account/job-limits.ts'
import { holdNeeded, type Payable } from '../../domain/calls/call-hold.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { lost, untilWritten } from '../../table/compare-and-set.ts'
import { balanceKey, callKey, openJobsKey } from '../../table/keys.ts'
import { exists, type Write, when } from '../../table/table.ts'
import { microsOf } from '../../words/money.ts'
import { readAccount, readAllHolds, readHolds } from './account-holds.ts'
import { accountMoves } from './account-moves.ts'
import { accountWrites } from './apply-moves.ts'

export interface Accounts {
  means(user_id: number, call_id?: number): Promise<Means>
  concurrency(user_id: number): Promise<Concurrency>
  /**
   * Holds the price of up to three further minutes, or of a whole leg. An incoming call gets its
   * first minute whatever the balance. `seen`: the account as read before.
   */
  hold(call: Payable, seen?: Account): Promise<HoldResult>
  /**
   * Releases the hold of a call that was never made. For other calls, the charge releases the hold.
   */
  release(ref: CallRef): Promise<void>
  suspend(user_id: number, now: number): Promise<Account | undefined>
  resume(user_id: number): Promise<boolean>
  /** Undefined restores the stage's countries. Returns false if the user has no account. */
  allowCountries(user_id: number, countries: string[] | undefined): Promise<boolean>
}

export interface Concurrency {
  limit: number
  live: number
  carrier_calls_per_second: number
  waiting: number
}

export type HoldResult = { minutes: number } | { minutes: undefined; obstacle: Obstacle }

interface AccountsParts extends HistoryParts {
  settings: { get(name: string): string | undefined }
}

const liveCallsDefault = 100
const none: Account = { micros: 0 }

export const accounts = (parts: AccountsParts): Accounts => {
  const { table, settings } = parts
  const moves = accountMoves(parts)
  const find = (user_id: number, call_id?: number) =>
    readAccount(table, user_id, call_id === undefined ? [] : [call_id])

  const change = async (user_id: number, change: { set?: Partial<Account>; remove?: (keyof Account)[] }) =>
    (await table.write([{ update: balanceKey(user_id), ...change, when: exists }])).done

  return {
    means: async (user_id, call_id) => ({
      account: (await find(user_id, call_id)) ?? none,
      limits: { ...spendingLimits(settings), countries: readCountries(settings.get('CALL_COUNTRIES')) },
    }),

    concurrency: async (user_id) => {
      const [account = none, open] = await Promise.all([
        find(user_id),
        table.get<Partial<Record<JobKind, number>>>(openJobsKey(user_id)),
      ])
      return {
        limit: spendingLimits(settings).liveCallsMax,
        live: account.live_calls ?? 0,
        carrier_calls_per_second: Number(settings.get('CARRIER_CALLS_PER_SECOND') ?? 1),
        waiting: open?.waiting_calls ?? 0,
      }
    },

    hold: async (call, seen) => {
      const limits = spendingLimits(settings)
      let stored = seen ? await readHolds(table, call.user_id, seen, [call.id]) : await find(call.user_id, call.id)
      return untilWritten<HoldResult>(parts, 'account', async () => {
        if (!stored) return { minutes: undefined, obstacle: 'suspended' }
        const wanted = holdNeeded(call, { account: stored, limits })
        if ('obstacle' in wanted) return { minutes: undefined, obstacle: wanted.obstacle }
        if (wanted.more === 0) return { minutes: wanted.minutes }
        // A charge may have released the hold meanwhile, so the write checks that the call is open.
        const isUnsure = call.leg_of !== undefined || (call.covered_seconds > 0 && wanted.held === 0)
        const hold = accountWrites(call.user_id, stored, [{ holds: { call, limits } }])
        const written = await table.write<Account>(isUnsure ? [...hold, isOpen(call)] : hold, { once: true })
        if (written.done) return { minutes: wanted.minutes }
        const outcome = await moves.make(call.user_id, { holds: { call, limits }, beside: [isOpen(call)] })
        if (outcome === 'stale') return { minutes: 0 }
        stored = await find(call.user_id, call.id)
        return lost
      })
    },

    release: ({ user_id, call_id }) =>
      untilWritten<void>(parts, 'account', async () => {
        const account = await find(user_id, call_id)
        if (!account || heldFor(account, call_id) === undefined) return
        const written = await table.write(accountWrites(user_id, account, [{ releases: call_id }]))
        return written.done ? undefined : lost
      }),

    suspend: async (user_id, now) => {
      if (!(await change(user_id, { set: { suspended_at: now } }))) return undefined
      const account = await find(user_id)
      return account && readAllHolds(table, user_id, account)
    },

    resume: (user_id) => change(user_id, { remove: ['suspended_at'] }),

    allowCountries: (user_id, countries) =>
      change(user_id, countries ? { set: { countries } } : { remove: ['countries'] }),
  }
}

const isOpen = ({ user_id, id, leg_of }: Payable): Write => {
  const open = 'attribute_exists(#pk) AND attribute_not_exists(#closed_at)'
  if (!leg_of) return { check: callKey(user_id, id), when: when(open) }
  const uncharged = when(`${open} AND #legs_charged < :place`, { place: leg_of.place })
  return { check: callKey(user_id, leg_of.call_id), when: uncharged }
}

const spendingLimits = (settings: AccountsParts['settings']): SpendingLimits => {
  const overdraft = settings.get('OVERDRAFT')
  return {
    overdraft: overdraft === undefined ? undefined : microsOf(overdraft),
    liveCallsMax: Number(settings.get('LIVE_CALLS_PER_USER') ?? liveCallsDefault),
  }
}

const readCountries = (text: string | undefined): string[] | undefined => text?.split(',')
