import * as z from 'zod'
import { isBought, leaveUnlessLeaving, returnToCarrier } from '../../shared/actions/account/release-number.ts'
import { userDataNouns } from '../../shared/data/people/user-data.ts'
import { carrierNameOf } from '../../shared/domain/account/number-order.ts'
import type { Dependencies } from '../../shared/services.ts'
import { historyNouns } from '../../shared/table/history-ref.ts'
import { knowledgeOf, recordingsOf } from './recordings.ts'
import { refuse } from './refusal.ts'
import type { AdminTools } from './tools.ts'

/** Milliseconds for which already running functions may still write. */
const underWayMs = 150_000
const roundsMax = 5

type ErasingTools = Pick<AdminTools, 'campaigns' | 'clock' | 'showProgress' | 'userData' | 'users'> &
  Returning & {
    stack: { parts: Parameters<typeof recordingsOf>[1] }
  }

type Returning = Dependencies<
  | 'carrier.fetchNumber'
  | 'carrier.forgetCallerId'
  | 'carrier.releaseNumber'
  | 'numbers.find'
  | 'numbers.list'
  | 'subscriptions.leave'
  | 'subscriptions.remove'
>

/**
 * Erases a user's data. Running imports and compactors stop when their campaigns and lists are
 * gone.
 */
export const eraseUser = async (user: number, tools: ErasingTools) => {
  const { userData, users, campaigns, clock, stack, showProgress } = tools
  let items = 0
  const eraseAll = async (noun: (typeof userDataNouns)[number]) => {
    for (let erased = 1; erased > 0; ) {
      erased = await userData.erase(user, noun)
      items += erased
      showProgress(`${items} items erased`)
    }
  }
  const isKnown = await users.close(user, clock.now())
  await eraseAll('token')
  await leaveNumbers(user, tools)
  items += await closeNumbers(user, tools)
  const dialling = (await campaigns.list(user)).filter(({ status }) => status === 'in-progress')
  for (const { id } of dialling) await campaigns.stop({ user_id: user, campaign_id: id }, undefined, clock.now())

  const live = await liveCalls(user, tools)
  if (live > 0)
    refuse(
      `${live} ${live === 1 ? 'call is' : 'calls are'} live. The tokens and numbers of user ${user} are erased and the campaigns stopped, ` +
        'so no new ones begin: run this again when they are over.',
    )

  for (const noun of ['campaign', ...historyNouns.map((noun) => `${noun}-history` as const)] as const)
    await eraseAll(noun)
  if (isKnown) {
    showProgress(`Waiting ${underWayMs / 1000} seconds for what is under way`)
    await clock.sleep(underWayMs)
  }

  let silenced = 0
  let forgotten = 0
  const eraseObjects = async () => {
    for await (const keys of recordings.pages()) {
      await Promise.all(keys.map((key) => recordings.remove(key)))
      silenced += keys.length
    }
    for await (const keys of knowledge.pages()) {
      await Promise.all(keys.map((key) => knowledge.remove(key)))
      forgotten += keys.length
    }
  }
  const [recordings, knowledge] = [recordingsOf(user, stack.parts), knowledgeOf(user, stack.parts)]
  for (let round = 1, before = -1; round <= roundsMax && items + silenced + forgotten > before; round++) {
    before = items + silenced + forgotten
    items += await returnNumbers(user, tools)
    for (const noun of userDataNouns) await eraseAll(noun)
    await eraseObjects()
  }
  return { erased: true, items, recordings: silenced, documents: forgotten }
}

/** Milliseconds until a worker may return the numbers to the carrier: longer than a call lasts. */
const returnedAfterMs = 60 * 60_000

const leaveNumbers = async (user: number, tools: ErasingTools): Promise<void> => {
  const { clock, numbers } = tools
  for (const number of (await numbers.list(user)).filter(isBought))
    await leaveUnlessLeaving(tools, number, () => clock.now() + returnedAfterMs)
}

const closeNumbers = async (user: number, tools: ErasingTools): Promise<number> => {
  const others = (await tools.numbers.list(user)).filter((number) => !isBought(number) && number.phone_number)
  for (const number of others) await returnToCarrier(tools, number)
  return others.length
}

/**
 * Gives bought numbers back to the carrier, also numbers whose purchase has an unknown outcome.
 * Resolves with their count.
 */
const returnNumbers = async (user: number, tools: ErasingTools): Promise<number> => {
  const { carrier, numbers, showProgress, userData } = tools
  const owned = (await numbers.list(user)).filter(isBought)
  for (const number of owned) await returnToCarrier(tools, number)
  for (const { data } of await userData.page(user, 'number-order')) {
    const order = BoughtOrder.safeParse(data).data
    if (!order) continue
    const held = await carrier.fetchNumber(order.phone_number)
    if (held?.name === carrierNameOf({ ...order, user_id: user })) await carrier.releaseNumber(held.carrier_sid)
  }
  if (owned.length > 0) showProgress(`${owned.length} numbers given back to the carrier`)
  return owned.length
}

const BoughtOrder = z.object({ id: z.int(), phone_number: z.string() })

const liveCalls = async (user: number, { userData }: Pick<AdminTools, 'userData'>): Promise<number> => {
  let live = 0
  let after: string | undefined
  do {
    const page = await userData.page(user, 'call', after)
    live += page.filter(({ data }) => data.closed_at === undefined).length
    after = page.at(-1)?.key
  } while (after !== undefined)
  return live
}
