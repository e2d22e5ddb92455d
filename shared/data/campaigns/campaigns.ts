import type { Call } from '../../domain/calls/call.ts'
import { isWaiting } from '../../domain/calls/placement.ts'
import type { Campaign, CampaignRef, Slot, StopReason } from '../../domain/campaigns/campaign.ts'
import { raised, readFloor } from '../../domain/campaigns/protection-floor.ts'
import { storedDefaults } from '../../domain/campaigns/stored-campaign.ts'
import { campaignStoppedPayload } from '../../domain/webhooks/webhook-payload.ts'
import { lost, type StoreParts, untilWritten } from '../../table/compare-and-set.ts'
import {
  assistantKey,
  callKey,
  campaignClearKey,
  campaignKey,
  campaignWakeKey,
  dueKey,
  slotKey,
  slotsMax,
} from '../../table/keys.ts'
import { type Condition, exists, isNew, type Table, type Write, when, without } from '../../table/table.ts'
import { idAt } from '../../words/id.ts'
import { eventDeliveryWrites } from '../webhooks/deliveries.ts'
import { findEventWebhook } from '../webhooks/event-webhooks.ts'

export interface Campaigns {
  find(user_id: number, id: number): Promise<Campaign | undefined>
  /** Also returns a deleted campaign whose calls still run. */
  findEvenDeleted(user_id: number, id: number): Promise<Campaign | undefined>
  list(user_id: number): Promise<Campaign[]>
  /** False when the id is taken. */
  create(campaign: Campaign): Promise<boolean>
  /**
   * False on a conflict. A lower limit of parallel calls removes slots; calls reserved in these
   * slots can no longer be dialled.
   */
  replace(before: Campaign, after: Campaign): Promise<boolean>
  change(user_id: number, id: number, step: (campaign: Campaign) => Campaign): Promise<Campaign | undefined>
  /** `ifAble`: starts only if the assistant makes outgoing calls. False on a conflict. */
  start(campaign: Campaign, now: number, ifAble?: boolean): Promise<boolean>
  /**
   * Stops a running campaign, so that no worker can claim its calls. `seen`: stops only if the
   * campaign is unchanged. `before`: the stored campaign, returned if the stop failed.
   */
  stop(
    ref: CampaignRef,
    why: StopReason | undefined,
    now: number,
    seen?: Campaign,
  ): Promise<{ stopped: boolean; before?: Campaign }>
  /** Stops new dials; running calls continue. A worker clears the campaign's data later. */
  markDeleted(user_id: number, id: number, now: number, seen?: Campaign): Promise<boolean>
  clearAt(ref: CampaignRef, at: number): Promise<void>
  /** Deletes a campaign that is marked as deleted. Its leads and slots must already be gone. */
  remove(ref: CampaignRef): Promise<void>
  /** Wakes the dialler at `at` or before. False when an earlier wake-up is pending. */
  wake(ref: CampaignRef, at: number, now: number): Promise<boolean>
  wakesAt(ref: CampaignRef): Promise<number | undefined>
  sleep(ref: CampaignRef): Promise<void>
}

const makesCalls = ({ user_id, assistant_id }: Campaign): Write => ({
  check: assistantKey(user_id, assistant_id),
  when: when('#type = :type', { type: 'outbound' }),
})

const stands = 'attribute_exists(#pk) AND attribute_not_exists(#deleted_at)'
const isRunning = '#status = :running AND attribute_not_exists(#deleted_at)'
const running = 'in-progress'

interface CampaignParts extends StoreParts {
  settings?: { get(name: string): string | undefined }
}

export const campaigns = (parts: CampaignParts): Campaigns => {
  const { table, settings = { get: () => undefined } } = parts
  const floor = readFloor(settings)
  const findEvenDeleted = async (user_id: number, id: number) => {
    const campaign = await findEvenDeletedCampaign(table, user_id, id)
    return campaign && raised(campaign, floor)
  }
  const find = async (user_id: number, id: number) => {
    const campaign = await findEvenDeleted(user_id, id)
    return campaign?.deleted_at === undefined ? campaign : undefined
  }

  const change = (user_id: number, id: number, step: (campaign: Campaign) => Campaign) =>
    untilWritten(parts, 'campaign', async () => {
      const before = await find(user_id, id)
      if (!before) return undefined
      const after = step(before)
      return after === before || (await replaceCampaign(table, before, after)) ? after : lost
    })

  return {
    find,
    findEvenDeleted,
    replace: async (before, after) => {
      const isReplaced = await replaceCampaign(table, before, after)
      const { user_id, id: campaign_id, max_calls_in_parallel: limit } = after
      if (isReplaced && limit < before.max_calls_in_parallel) await recall(table, { user_id, campaign_id }, limit)
      return isReplaced
    },
    change,

    list: async (user_id) => (await listCampaigns(table, user_id)).map((campaign) => raised(campaign, floor)),

    create: async (campaign) => (await table.write([{ put: item(campaign), when: isNew }])).done,

    start: (campaign, now, ifAble = false) =>
      replaceCampaign(
        table,
        campaign,
        {
          ...withBarredAgain(campaign),
          status: running,
          started_at: now,
          stop_reason: undefined,
          idle_since: undefined,
          updated_at: now,
        },
        [
          wakeUp({ user_id: campaign.user_id, campaign_id: campaign.id }, now),
          ...(ifAble ? [makesCalls(campaign)] : []),
        ],
      ),

    stop: stop(parts),
    markDeleted: markDeleted(table),

    clearAt: async (ref, at) => {
      await table.write(clearing(ref, at))
    },

    remove: async ({ user_id, campaign_id }) => {
      const isOver = when('attribute_not_exists(#pk) OR attribute_exists(#deleted_at)')
      await table.write([
        { delete: campaignKey(user_id, campaign_id), when: isOver },
        { delete: campaignWakeKey(user_id, campaign_id) },
        { delete: campaignClearKey(user_id, campaign_id) },
      ])
    },

    wake: async (ref, at, now) => {
      const due = when('attribute_not_exists(#due_at) OR #due_at > :at OR #due_at <= :now', { at, now })
      return (await table.write([{ ...wakeUp(ref, at), when: due }])).done
    },

    wakesAt: async ({ user_id, campaign_id }) =>
      (await table.get<{ due_at: number }>(campaignWakeKey(user_id, campaign_id)))?.due_at,

    sleep: async ({ user_id, campaign_id }) => {
      const rests = 'attribute_exists(#pk) AND #status <> :running AND attribute_not_exists(#deleted_at)'
      await table.write([
        { update: campaignWakeKey(user_id, campaign_id), remove: ['due_shard', 'due_at'], when: exists },
        { check: campaignKey(user_id, campaign_id), when: when(rests, { running }) },
      ])
    },
  }
}

const stop =
  (parts: StoreParts): Campaigns['stop'] =>
  async ({ user_id, campaign_id }, why, now, seen) => {
    const { table } = parts
    const isAsSeen = seen ? ' AND #revision = :seen' : ''
    const condition = when(`${isRunning}${isAsSeen}`, { running, ...(seen && { seen: seen.revision }) })
    const url = why && (await findEventWebhook(table, user_id))
    const stopped = await untilWritten<{ stopped: boolean; before?: Campaign }>(parts, 'event', async () => {
      const id = idAt(now, parts.random.number())
      const payload = why && campaignStoppedPayload({ id, campaign_id, ...why }, now)
      const written = await table.write<Campaign>([
        {
          update: campaignKey(user_id, campaign_id),
          set: { status: 'stopped', stop_reason: why?.reason, updated_at: now },
          add: { revision: 1 },
          when: condition,
        },
        ...(payload ? eventDeliveryWrites({ id, user_id, at: now, payload }, url) : []),
      ])
      if (written.done) return { stopped: true }
      return written.failed[0] ? { stopped: false, before: written.before[0] } : lost
    })
    if (stopped.stopped) await recall(table, { user_id, campaign_id })
    return stopped
  }

const markDeleted =
  (table: Table): Campaigns['markDeleted'] =>
  async (user_id, id, now, seen) => {
    const ref = { user_id, campaign_id: id }
    const mark = async (condition: Condition) => {
      const marked: Write = {
        update: campaignKey(user_id, id),
        set: { deleted_at: now, updated_at: now },
        add: { revision: 1 },
        when: condition,
      }
      return (await table.write([marked, ...clearing(ref, now)])).done
    }
    const isDraft = seen?.status === 'draft' && when(`${stands} AND #revision = :revision`, { revision: seen.revision })
    if (isDraft && (await mark(isDraft))) return true
    const isMarked = await mark(when(stands))
    if (isMarked) await recall(table, ref)
    return isMarked
  }

const replaceCampaign = async (table: Table, before: Campaign, after: Campaign, beside: Write[] = []) => {
  const { revision } = before
  const put: Write = {
    put: item({ ...after, revision: revision + 1 }),
    when: when('#revision = :revision', { revision }),
  }
  return (await table.write([put, ...beside])).done
}

/** Value unlike any list of countries, so the dialler queues the excluded leads again. */
const noList = 'again'

const withBarredAgain = (campaign: Campaign): Campaign =>
  campaign.carrier_barred ? { ...campaign, carrier_barred: undefined, barred_under: noList } : campaign

export const findEvenDeletedCampaign = async (table: Table, user_id: number, id: number) => {
  const stored = await table.get<Campaign>(campaignKey(user_id, id))
  return stored && read(stored)
}

const listCampaigns = async (table: Table, user_id: number): Promise<Campaign[]> =>
  (await undeleted<Campaign>(table, user_id)).map(read)

export type NamedCampaign = Pick<Campaign, 'id' | 'name'>

export const listCampaignNames = (table: Table, user_id: number): Promise<NamedCampaign[]> =>
  undeleted(table, user_id, ['id', 'name', 'deleted_at'])

const undeleted = async <T extends NamedCampaign>(table: Table, user_id: number, only?: string[]): Promise<T[]> => {
  const items = await table.query<T & Pick<Campaign, 'deleted_at'>>({
    pk: campaignKey(user_id, 0).pk,
    newestFirst: true,
    only,
  })
  return items.filter(({ deleted_at }) => deleted_at === undefined)
}

/**
 * Prevents dials of reserved calls: changes the calls' revisions, so that workers cannot claim
 * them. Claims do not check the campaign's item, because all claims would conflict there.
 */
const recall = async (table: Table, { user_id, campaign_id }: CampaignRef, firstSlot = 0): Promise<void> => {
  const { pk, sk: from } = slotKey(user_id, campaign_id, firstSlot)
  const slots = await table.query<Slot>({ pk, from, to: slotKey(user_id, campaign_id, slotsMax).sk })
  const calls = await table.getMany<Pick<Call, 'id' | 'placement'>>(
    slots.map(({ call_id }) => callKey(user_id, call_id)),
  )
  const reserved = calls.flatMap((call) => (call && isWaiting(call) ? [callKey(user_id, call.id)] : []))
  const isReserved = when('#placement.#phase = :waiting', { waiting: 'waiting' })
  await Promise.all(reserved.map((key) => table.write([{ update: key, add: { revision: 1 }, when: isReserved }])))
}

export const isThere = (user_id: number, campaign_id: number): Write => ({
  check: campaignKey(user_id, campaign_id),
  when: when(stands),
})

const wakeUp = ({ user_id, campaign_id }: CampaignRef, at: number): { put: ReturnType<typeof wakeItem> } => ({
  put: wakeItem(user_id, campaign_id, at),
})
const wakeItem = (user_id: number, campaign_id: number, at: number) => ({
  ...campaignWakeKey(user_id, campaign_id),
  ...dueKey(campaign_id, at),
})

const clearing = ({ user_id, campaign_id }: CampaignRef, at: number): Write[] => [
  { put: { ...campaignClearKey(user_id, campaign_id), ...dueKey(campaign_id, at) } },
  { delete: campaignWakeKey(user_id, campaign_id) },
]

const item = (campaign: Campaign) => ({ ...campaignKey(campaign.user_id, campaign.id), ...campaign })

const read = (stored: Campaign): Campaign => ({ ...storedDefaults, ...without(stored, 'pk', 'sk') })
