import type { CallRef } from '../../domain/calls/call-ref.ts'
import type { CampaignRef } from '../../domain/campaigns/campaign.ts'
import { afterAsking, behindOf, isPresent, type WaitingCampaign } from '../../domain/dialling/campaign-queue.ts'
import {
  type DialRate,
  type Dials,
  freeRate,
  type GivenTurn,
  isQueued,
  takeDials,
} from '../../domain/dialling/dial-rate.ts'
import type { StoreParts } from '../../table/compare-and-set.ts'
import { campaignsToDialKey, campaignToDialKey, dialRateKey, type Key } from '../../table/keys.ts'
import { isNew, when } from '../../table/table.ts'
import { idAt } from '../../words/id.ts'
import { must } from '../../words/must.ts'
import { type CallToDial, callsToDial } from './calls-to-dial.ts'

/** How fast the carrier is asked for calls: `CARRIER_CALLS_PER_SECOND` for the whole account, 1 by default. */
export interface DialRates {
  /**
   * Has a single call's turn come? If not, it waits behind its user's older calls, and users take turns. The first of a user's calls takes dial
   * times for those behind it, too.
   */
  takeSingle(ref: CallRef): Promise<SingleTurn>
  /** A single call needs no turn any more; the user's call that is to ask now. */
  leave(ref: CallRef): Promise<CallRef | undefined>
  /** The carrier makes a call for a customer who is on the line, at once: all that wait do so for one call longer. */
  takeAhead(): Promise<void>
  /** The dial times that a campaign may have now of those it wants, and when it shall come again for the rest. */
  takeForCampaign(campaign: CampaignRef, wanted: number): Promise<Pick<Dials, 'dials_at' | 'again_at'>>
}

interface SingleTurn {
  /** When it may be dialled. */
  dial_at?: number
  /** When to ask again; a call that waits is woken by the one before it. */
  again_at?: number
  /** What it took for calls behind it: they wait no more, and are to be told. */
  given?: GivenTurn[]
  /** The user's call that is to be woken. */
  wakes?: CallRef
  /** When; undefined for at once. */
  wakes_at?: number
}

interface RateParts extends StoreParts {
  settings: { get(name: string): string | undefined }
}

type StoredRate = DialRate & { revision: number }
type StoredPlace = { place?: number }
type StoredTurn = WaitingCampaign & Key
/** A user's calls that wait, the first of which asks. */
type Line = [CallToDial, ...CallToDial[]]

/** How long a taker listens at most whether others take before it takes itself. */
const listenMs = 40
/** The longest pause of a taker that has heard others, at first and at last; drawn at random, so that they come apart. */
const pauseMs = 60
const pauseGrowth = 5
const pauseMsMax = 4000
/** How often a taker tries before it is told to come again: for about four seconds. */
const attemptsMax = 5
/** The least pause of a taker that was never alone, and a third of the longest. */
const comeAgainMs = 1000
/** How early a call's own message may come; one that comes earlier is another one, and the call does not ask. */
const earlyMsMax = 1000
/** A first call that is later than this was lost; until then the others, which come each minute, do not disturb those that take from the rate. */
const lateMsMax = 3000
/** The same for a call that joins: of those a hundred may come in a second. */
const joiningLateMsMax = 30_000
/** The most campaigns of one user that are read; those behind count as one. */
const turnsMax = 500
/** Places of campaigns that did not come which one other takes away. */
const clearedMax = 10

export const dialRate = (parts: RateParts): DialRates => {
  const { table, settings, clock, random } = parts
  const calls = callsToDial(table)
  const intervalMs = () => {
    const perSecond = Number(settings.get('CARRIER_CALLS_PER_SECOND') ?? 1)
    if (!(perSecond > 0)) throw new Error('CARRIER_CALLS_PER_SECOND is not a positive number')
    return 1000 / perSecond
  }

  const read = () => table.get<StoredRate>(dialRateKey)
  /**
   * Takes from the rate as it was `heard`, unless others do so at the same time: a write that loses a race costs as much as one that wins,
   * and five hundred at once would cost more than one item may take. Undefined if others took all the while.
   */
  const change = async (first: StoredRate | undefined, take: (rate: DialRate) => Dials | undefined) => {
    for (
      let heard = first, attempt = 1, pause = pauseMs;
      ;
      attempt++, pause = Math.min(pauseMsMax, pauseGrowth * pause)
    ) {
      const wished = take(rateOf(heard))
      if (!wished || isSame(wished.rate, rateOf(heard))) return wished
      await clock.sleep(random.number() * listenMs)
      const stored = await read()
      const isAlone = stored?.revision === heard?.revision
      const taken = isAlone ? take(rateOf(stored)) : undefined
      if (taken && (await put(taken.rate, stored))) return taken
      if (attempt === attemptsMax) return undefined
      await clock.sleep(random.number() * pause)
      heard = await read()
    }
  }
  const put = async (rate: DialRate, stored: StoredRate | undefined): Promise<boolean> => {
    const revision = stored?.revision ?? 0
    const next = { ...dialRateKey, ...rate, revision: revision + 1 }
    const unchanged = stored ? when('#revision = :revision', { revision }) : isNew
    return (await table.write([{ put: next, when: unchanged }])).done
  }
  const comeAgainAt = () => clock.now() + comeAgainMs * (1 + 2 * random.number())

  const single = { kind: 'single' as const, behind: 0, wanted: 1, othersWaiting: 0 }
  /** A worker that dies here takes its dial times along; its calls are driven again within the minute, as all that are not placed are. */
  const askForLine = async (line: Line, rate: StoredRate | undefined): Promise<SingleTurn> => {
    const [{ user_id, call_id, place }, ...behind] = line
    const ref = { user_id, call_id }
    const request = { ...single, wanted: line.length, place }
    const taken = await change(rate, (rate) => takeDials(rate, request, clock.now(), intervalMs()))
    const [dial_at, ...others] = taken?.dials_at ?? []
    if (taken === undefined || dial_at === undefined) {
      const asks_at = taken?.again_at ?? comeAgainAt()
      await calls.keep(ref, { place: taken ? taken.place : place, asks_at })
      return { again_at: asks_at }
    }
    const given = behind.slice(0, others.length).map((call, turn) => ({
      user_id,
      call_id: call.call_id,
      dial_at: must(others[turn], 'dial time of a call behind'),
    }))
    const wakes = await calls.leaveTogether([ref, ...given])
    const wakes_at = wakes && taken.again_at
    if (wakes && wakes_at !== undefined) await calls.keep(wakes, { place: taken.place, asks_at: wakes_at })
    return { dial_at, given, wakes, wakes_at }
  }

  /** The user's campaigns that wait, in the order of their turns. */
  const readQueue = async (user_id: number): Promise<StoredTurn[]> =>
    table.query<StoredTurn>({ pk: campaignToDialKey(user_id, 0).pk, limit: turnsMax })

  /** What is not kept of it because others were faster costs the campaign its place, and no dial time. */
  const keepTurn = async (
    { user_id, campaign_id }: CampaignRef,
    stored: { queue: StoredTurn[]; place: number | undefined },
    taken: Dials,
  ) => {
    const now = clock.now()
    const known = stored.queue.filter((one) => one.campaign_id === campaign_id)
    const gone = stored.queue.filter((one) => one.campaign_id !== campaign_id && !isPresent(one, now))
    const turn = afterAsking({ campaign_id }, taken)
    const [own] = known
    const keeps = turn && own && taken.dials_at.length === 0 ? own : undefined
    const order = keeps ? Number(keeps.sk) : idAt(now, random.number())
    const left = [...known.filter((one) => one !== keeps), ...gone.slice(0, clearedMax)]
    const isSeen = stored.place === undefined ? 'attribute_not_exists(#place)' : '#place = :place'
    const isUnchanged = when(isSeen, stored.place === undefined ? {} : { place: stored.place })
    await Promise.all([
      ...(turn ? [table.write([{ put: { ...campaignToDialKey(user_id, order), ...turn } }])] : []),
      ...left.map(({ pk, sk }) => table.write([{ delete: { pk, sk } }])),
      ...(taken.place === stored.place
        ? []
        : [table.write([{ put: { ...campaignsToDialKey(user_id), place: taken.place }, when: isUnchanged }])]),
    ])
  }

  return {
    takeSingle: async (ref) => {
      const [before, rate] = await Promise.all([calls.line(ref.user_id), read()])
      if (before.length === 0) {
        const taken = await change(rate, (rate) => {
          const dials = takeDials(rate, { ...single, place: undefined }, clock.now(), intervalMs())
          return dials.dials_at.length > 0 ? dials : undefined
        })
        if (taken) return { dial_at: taken.dials_at[0] }
      }
      // What joins a queue that was left meanwhile finds itself the first.
      const isJoining = before[0]?.call_id !== ref.call_id && (await calls.join(ref))
      const [first, ...behind] = isJoining ? await calls.line(ref.user_id) : before
      const { asks_at } = first ?? {}
      if (first?.call_id !== ref.call_id) {
        const isLost = isJoining
          ? asks_at !== undefined && clock.now() > asks_at + joiningLateMsMax
          : clock.now() > (asks_at ?? 0) + lateMsMax
        return { wakes: first && isLost ? { ...ref, call_id: first.call_id } : undefined }
      }
      const isEarly = clock.now() < (asks_at ?? 0) - earlyMsMax
      return isEarly ? {} : askForLine([first, ...behind], rate)
    },

    leave: calls.leave,

    takeAhead: async () => {
      await change(await read(), (rate) => {
        const free_at = Math.max(clock.now(), rate.free_at) + intervalMs()
        return { rate: { ...rate, free_at }, dials_at: [], place: undefined, again_at: undefined }
      })
    },

    takeForCampaign: async ({ user_id, campaign_id }, wanted) => {
      const ref = { user_id, campaign_id }
      const [rate, queued] = await Promise.all([read(), table.get<StoredPlace>(campaignsToDialKey(user_id))])
      const ask = (place: number | undefined, queue: readonly WaitingCampaign[]) => (rate: DialRate) => {
        const behind = behindOf(queue, campaign_id)
        const othersWaiting = queue.filter((one) => one.campaign_id !== campaign_id).length
        const request = { kind: 'campaign' as const, wanted, place, behind, othersWaiting }
        return takeDials(rate, request, clock.now(), intervalMs())
      }
      const all = await change(rate, (rate) => {
        const dials = isQueued(rate, 'campaign') ? undefined : ask(undefined, [])(rate)
        return dials?.again_at === undefined ? dials : undefined
      })
      if (all) return all
      const queue = await readQueue(user_id)
      const place = queued?.place
      const present = queue.filter((one) => isPresent(one, clock.now()))
      const taken = await change(rate, ask(place, present))
      if (!taken) return { dials_at: [], again_at: comeAgainAt() }
      await keepTurn(ref, { queue, place }, taken)
      return taken
    },
  }
}

const rateOf = (stored: Partial<StoredRate> | undefined): DialRate => {
  const { free_at, last, overtaken, single, campaign } = { ...freeRate, ...stored }
  return { free_at, last, overtaken, single, campaign }
}

const isSame = (one: DialRate, other: DialRate): boolean => JSON.stringify(one) === JSON.stringify(other)
