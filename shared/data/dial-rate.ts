import type { CallRef } from '../domain/calls/call-ref.ts'
import type { CampaignRef } from '../domain/campaigns/campaign.ts'
import { afterAsking, behindOf, type CampaignQueue, noCampaigns, present } from '../domain/dialling/campaign-queue.ts'
import { type DialRate, type Dials, freeRate, isQueued, takeDials } from '../domain/dialling/dial-rate.ts'
import { callsToDial } from './calls-to-dial.ts'
import { lost, type StoreParts } from './compare-and-set.ts'
import { campaignsToDialKey, dialRateKey } from './keys.ts'
import { isNew, when } from './table.ts'

/** How fast the carrier is asked for calls: `CARRIER_CALLS_PER_SECOND` for the whole account, 1 by default. */
export interface DialRates {
  /** Has a single call's turn come? If not, it waits behind its user's older calls, and users take turns. */
  takeSingle(ref: CallRef): Promise<SingleTurn>
  /** A single call needs no turn any more; the user's call that is to ask now. */
  leave(ref: CallRef): Promise<CallRef | undefined>
  /** The dial times that a campaign may have now of those it wants, and when it shall come again for the rest. */
  takeForCampaign(campaign: CampaignRef, wanted: number): Promise<Pick<Dials, 'dials_at' | 'again_at'>>
}

interface SingleTurn {
  /** When it may be dialled. */
  dial_at?: number
  /** When to ask again; a call that waits is woken by the one before it. */
  again_at?: number
  /** The user's call that is to be woken. */
  wakes?: CallRef
}

interface RateParts extends StoreParts {
  settings: { get(name: string): string | undefined }
}

type StoredRate = DialRate & { revision: number }
type StoredQueue = Omit<CampaignQueue, 'waiting'> & { waiting: string; revision: number }

/** How many lost races for an item end in a request to come again. */
const lossesMax = 5
/** The longest pauses before a race is run again, the first and the last; each is four times the one before, and drawn at random. */
const pauseMs = 25
const pauseMsMax = 2000
/** The least pause of a taker that lost every race, and a third of the longest. */
const comeAgainMs = 1000
/** How early a call's own message may come; one that comes earlier is another one, and the call does not ask. */
const earlyMsMax = 1000

export const dialRate = (parts: RateParts): DialRates => {
  const { table, settings, clock, random } = parts
  const calls = callsToDial(table)
  const intervalMs = () => {
    const perSecond = Number(settings.get('CARRIER_CALLS_PER_SECOND') ?? 1)
    if (!(perSecond > 0)) throw new Error('CARRIER_CALLS_PER_SECOND is not a positive number')
    return 1000 / perSecond
  }

  /** Runs `attempt` until it has written; undefined if others were faster each time. */
  const contend = async <T>(attempt: () => Promise<T | typeof lost>): Promise<T | undefined> => {
    for (let losses = 0; losses < lossesMax; losses++) {
      if (losses > 0) await clock.sleep(random.number() * Math.min(pauseMsMax, pauseMs * 4 ** losses))
      const written = await attempt()
      if (written !== lost) return written
    }
    return undefined
  }

  const read = () => table.get<StoredRate>(dialRateKey)
  /** Runs `take` on the rate, at first as it was seen. */
  const change = (seen: StoredRate | undefined, take: (rate: DialRate) => Dials | undefined) => {
    let stored = seen
    return contend(async () => {
      const before = rateOf(stored)
      const taken = take(before)
      if (!taken || isSame(taken.rate, before)) return taken
      const revision = stored?.revision ?? 0
      // Version 0.1.0 keeps its queue in `line` and goes on beside this one while it is replaced.
      const next = { ...dialRateKey, ...taken.rate, line: '[]', revision: revision + 1 }
      const written = await table.write<StoredRate>([{ put: next, when: unchangedSince(stored) }])
      if (written.done) return taken
      stored = written.before[0]
      return lost
    })
  }
  const comeAgainAt = () => clock.now() + comeAgainMs * (1 + 2 * random.number())

  const single = { kind: 'single' as const, behind: 0, wanted: 1, othersWaiting: 0 }
  const askForFirst = async (ref: CallRef, place: number | undefined): Promise<SingleTurn> => {
    const taken = await change(await read(), (rate) => takeDials(rate, { ...single, place }, clock.now(), intervalMs()))
    const dial_at = taken?.dials_at[0]
    if (dial_at !== undefined) return { dial_at, wakes: await calls.leave(ref) }
    const asks_at = taken?.again_at ?? comeAgainAt()
    await calls.keep(ref, { place: taken ? taken.place : place, asks_at })
    return { again_at: asks_at }
  }

  /** What is not kept of it because others were faster costs the campaign its place, and no dial time. */
  const changeQueue = (
    user_id: number,
    seen: StoredQueue | undefined,
    step: (queue: CampaignQueue) => CampaignQueue,
  ) => {
    let stored = seen
    return contend(async () => {
      const { place, waiting } = step(queueOf(stored, clock.now()))
      const revision = (stored?.revision ?? 0) + 1
      const next = { ...campaignsToDialKey(user_id), place, waiting: JSON.stringify(waiting), revision }
      const written = await table.write<StoredQueue>([{ put: next, when: unchangedSince(stored) }])
      if (written.done) return undefined
      stored = written.before[0]
      return lost
    })
  }

  return {
    takeSingle: async (ref) => {
      const before = await calls.first(ref.user_id)
      if (!before) {
        const taken = await change(await read(), (rate) => {
          const dials = takeDials(rate, { ...single, place: undefined }, clock.now(), intervalMs())
          return dials.dials_at.length > 0 ? dials : undefined
        })
        if (taken) return { dial_at: taken.dials_at[0] }
      }
      // What joins a queue that was left meanwhile finds itself the first.
      const isJoining = before?.call_id !== ref.call_id && (await calls.join(ref))
      const first = isJoining ? await calls.first(ref.user_id) : before
      if (first?.call_id !== ref.call_id)
        return { wakes: first && !isJoining ? { ...ref, call_id: first.call_id } : undefined }
      const isEarly = first.asks_at !== undefined && clock.now() < first.asks_at - earlyMsMax
      return isEarly ? {} : askForFirst(ref, first.place)
    },

    leave: calls.leave,

    takeForCampaign: async ({ user_id, campaign_id }, wanted) => {
      const ask = (queue: CampaignQueue) => (rate: DialRate) => {
        const behind = behindOf(queue, campaign_id)
        const othersWaiting = queue.waiting.filter((one) => one.campaign_id !== campaign_id).length
        const request = { kind: 'campaign' as const, wanted, place: queue.place, behind, othersWaiting }
        return takeDials(rate, request, clock.now(), intervalMs())
      }
      const rate = await read()
      const all = await change(rate, (rate) => {
        const dials = isQueued(rate, 'campaign') ? undefined : ask(noCampaigns)(rate)
        return dials?.again_at === undefined ? dials : undefined
      })
      if (all) return all
      const stored = await table.get<StoredQueue>(campaignsToDialKey(user_id))
      const taken = await change(rate, ask(queueOf(stored, clock.now())))
      if (!taken) return { dials_at: [], again_at: comeAgainAt() }
      await changeQueue(user_id, stored, (queue) => afterAsking(queue, campaign_id, taken))
      return taken
    },
  }
}

const rateOf = (stored: Partial<StoredRate> | undefined): DialRate => {
  const { free_at, last, single, campaign } = { ...freeRate, ...stored }
  return { free_at, last, single, campaign }
}

const queueOf = (stored: StoredQueue | undefined, now: number): CampaignQueue =>
  stored ? present({ place: stored.place, waiting: JSON.parse(stored.waiting) }, now) : noCampaigns

const unchangedSince = (stored: { revision: number } | undefined) =>
  stored ? when('#revision = :revision', { revision: stored.revision }) : isNew

const isSame = (one: DialRate, other: DialRate): boolean => JSON.stringify(one) === JSON.stringify(other)
