import type { OwnedNumber } from '../../../shared/domain/account/number.ts'
import { isoTime } from '../../../shared/words/time.ts'
import { refuse } from '../refusal.ts'
import type { AdminTools } from '../tools.ts'
import { reconcileCalls } from './calls.ts'
import { listAll } from './carrier-lists.ts'
import { reconcileChains } from './chains.ts'
import { reconcileMessages, reconcileOptOuts } from './messages.ts'

/** Milliseconds before the restore time in which calls and messages may have no stored SID. */
const marginMs = 60 * 60_000

/** Changes that cannot be restored, because the carrier's lists do not show them. */
const untold = [
  'top-ups and corrections of balances',
  'users, tokens and numbers: those that were made, changed, revoked or deleted',
  'assistants, campaigns and leads: those that were made, changed, started, stopped or deleted',
  'numbers that users put on the blacklist or took off by hand',
  'opt-outs that were spoken in calls',
  'what was said in calls: transcripts, evaluations, recordings, and which assistant made a single call',
  'calls that the carrier refused: a lead is called again as if it had not been tried',
  'what users deleted: calls of that time are there again',
]

/**
 * Records all calls and messages after `since`, the time of the restored table. A repeated run
 * changes nothing.
 */
export const reconcile = async (since: number, tools: AdminTools) => {
  const { carrier, clock, dialling, showProgress } = tools
  if (since > clock.now()) refuse('--since must be in the past.')
  if (!(await dialling.read()).isStopped)
    refuse('Dialling continues, so old and new calls look alike: run dialling stop first.')
  const until = clock.now()
  const numbers = await numbersOfAll(tools)

  const onPage = (listed: number) => showProgress(`${listed} listed`)
  const allCalls = await listAll({
    page: (next) => carrier.listCalls(since - marginMs, next),
    nameOf: ({ carrier_sid }) => carrier_sid,
    onPage,
    clock,
  })
  const allMessages = await listAll({
    page: (next) => carrier.listMessages(since - marginMs, next),
    nameOf: ({ sms_sid }) => sms_sid,
    onPage,
    clock,
  })
  const ours = <Listed extends { direction: 'inbound' | 'outbound'; from: string; to: string }>(listed: Listed[]) =>
    listed.flatMap((one) => {
      const number = numbers.get(one.direction === 'inbound' ? one.to : one.from)
      return number ? [{ ...one, number }] : []
    })
  const foreign = (listed: { direction: 'inbound' | 'outbound'; from: string; to: string; created_at: number }[]) =>
    listed.filter(
      ({ direction, from, to, created_at }) => created_at >= since && !numbers.has(direction === 'inbound' ? to : from),
    ).length

  const calls = await reconcileCalls(ours(allCalls), since, tools)
  const ownMessages = ours(allMessages)
  return {
    calls,
    messages: await reconcileMessages(ownMessages, since, tools),
    opt_outs: await reconcileOptOuts(ownMessages, since, tools),
    chains_of_evidence: await reconcileChains(tools),
    of_numbers_not_in_this_table: { calls: foreign(allCalls), messages: foreign(allMessages) },
    leads_that_wait_for_a_hand: await leadsInDoubt(tools),
    not_known: { from: isoTime(since), until: isoTime(until), what: untold },
  }
}

/** Counts leads that are on hold for an operator, by campaign. Includes leads of earlier runs. */
const leadsInDoubt = async ({ users, campaigns, leadPages }: AdminTools) => {
  const all = (await Promise.all((await users.list()).map(({ id }) => campaigns.list(id)))).flat()
  const counted = await Promise.all(
    all.map(async ({ user_id, id: campaign_id }) => {
      const { in_doubt } = await leadPages.standings(user_id, campaign_id)
      return { user_id, campaign_id, leads: in_doubt }
    }),
  )
  return counted.filter(({ leads }) => leads > 0)
}

const numbersOfAll = async ({ users, numbers }: AdminTools): Promise<Map<string, OwnedNumber>> => {
  const owned = await Promise.all((await users.list()).map(({ id }) => numbers.list(id)))
  return new Map(owned.flat().map((number) => [number.phone_number, number]))
}
