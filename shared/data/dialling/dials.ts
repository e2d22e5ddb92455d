import type { Call, CallDetail } from '../../domain/calls/call.ts'
import { isAsking } from '../../domain/calls/call-life.ts'
import { callRefOf } from '../../domain/calls/call-ref.ts'
import { asked } from '../../domain/calls/placement.ts'
import type { CampaignRef, Slot } from '../../domain/campaigns/campaign.ts'
import type { EndedCall } from '../../domain/campaigns/failure-rate.ts'
import type { CampaignCall, ReservedCall } from '../../domain/dialling/campaign-call.ts'
import type { Decision } from '../../domain/evidence/evidence.ts'
import type { Lead } from '../../domain/leads/lead.ts'
import { putBack, startDial } from '../../domain/leads/lead-life.ts'
import { lost, type StoreParts, untilWritten } from '../../table/compare-and-set.ts'
import { callDetailKey, callKey, campaignEndKey, leadKey, slotKey, slotsMax } from '../../table/keys.ts'
import { isNew, when } from '../../table/table.ts'
import { callWrite, notSuppressed, openingWrites, readCalls } from '../calls/call-items.ts'
import { carrierCalls } from '../calls/carrier-calls.ts'
import { decisionWrites } from '../evidence/evidence.ts'
import { findEvenDeletedLead } from '../leads/lead-finding.ts'
import { leadWrites } from '../leads/lead-items.ts'
import { sameConsents } from '../rules/consents.ts'
import { countWrite, type SeenCount, uncountWrites } from './dial-counts.ts'
import { numberCountWrite, numberUncountWrites } from './number-days.ts'

/**
 * A reservation writes the lead, a call slot of the campaign and the call record in one
 * transaction.
 */
export interface Dials {
  taken(ref: CampaignRef): Promise<Slot[]>
  /**
   * `lead`: the lead changed or is being dialled. `slot`, `clash`: slot or id is taken. `number`:
   * another call from the same number was counted meanwhile.
   */
  reserve(
    lead: Lead,
    call: CampaignCall,
    detail: CallDetail,
    numberCalls?: number,
  ): Promise<'reserved' | 'lead' | 'slot' | 'clash' | 'number'>
  /**
   * Claims the right to dial for one worker, records the decision and counts the dial. Undefined
   * when any of the data has changed; the caller must then read all data again.
   */
  claim(
    judged: { call: ReservedCall; lead: Lead; decision: Decision },
    claimed_by: string,
    now: number,
    seen: { count: SeenCount; consented?: number },
  ): Promise<Call | undefined>
  /** Without `step`, the lead keeps its position in the queue. */
  cancel(call: CampaignCall, step?: (lead: Lead) => Lead): Promise<boolean>
  /** Newest first. */
  ended(ref: CampaignRef, since: number, count: number): Promise<EndedCall[]>
  asking(ref: CampaignRef, now: number): Promise<boolean>
}

export const dials = (parts: StoreParts): Dials => {
  const { table, random } = parts
  const { ownerPut } = carrierCalls(parts)
  const taken = ({ user_id, campaign_id }: CampaignRef) => {
    const { pk, sk: from } = slotKey(user_id, campaign_id, 0)
    return table.query<Slot>({ pk, from, to: slotKey(user_id, campaign_id, slotsMax).sk })
  }

  return {
    taken,

    reserve: async (lead, call, detail, numberCalls = 0) => {
      const { number } = call.campaign
      const [leadWrite] = leadWrites(lead, startDial(lead, call.id, call.campaign.lead_id, number?.id))
      const written = await table.write([
        leadWrite,
        {
          put: {
            ...slotKey(call.user_id, call.campaign.id, call.campaign.slot),
            slot: call.campaign.slot,
            call_id: call.id,
          },
          when: isNew,
        },
        ...openingWrites(call, detail),
        ...(call.carrier_sid === undefined ? [] : [{ ...ownerPut(call.carrier_sid, callRefOf(call)), when: isNew }]),
        ...(number ? [numberCountWrite(call.user_id, number, numberCalls)] : []),
      ])
      if (written.done) return 'reserved'
      const [otherLead, otherSlot, otherCall] = written.before
      if (otherSlot) return 'slot'
      if (number && written.failed.at(-1)) return 'number'
      return otherCall && !otherLead ? 'clash' : 'lead'
    },

    claim: async ({ call, lead, decision }, claimed_by, now, { count, consented }) => {
      const claimed = { ...call, placement: asked(call.placement, now), claimed_by, updated_at: now }
      const written = await table.write<Call & { claimed_by?: string }>([
        callWrite({ ...claimed, revision: call.revision + 1 }, call.revision),
        { check: leadKey(lead.user_id, lead.id), when: when('#revision = :seen', { seen: lead.revision }) },
        ...notSuppressed(call),
        ...(consented === undefined ? [] : [sameConsents(call.user_id, call.client_phone_number, consented)]),
        countWrite(call, count, now),
        ...decisionWrites(random, call.user_id, { ...decision, claimed_by }, now),
      ])
      if (written.done) return { ...claimed, revision: call.revision + 1 }
      const [stored] = written.before
      return stored?.claimed_by === claimed_by ? stored : undefined
    },

    cancel: (call, step = (lead) => lead) =>
      untilWritten(parts, 'count of dials', async () => {
        const { user_id, campaign, id } = call
        const uncounted = await uncountWrites(table, call)
        const lead = await findEvenDeletedLead(table, user_id, campaign.main_lead_id)
        const mine = lead?.call_id === id ? lead : undefined
        const back = mine && (mine.deleted_at === undefined ? step(putBack(mine, id)) : undefined)
        const written = await table.write([
          {
            delete: callKey(user_id, id),
            when: when('#placement.#phase = :waiting AND attribute_not_exists(#is_listed)', { waiting: 'waiting' }),
          },
          { delete: callDetailKey(user_id, id) },
          { delete: slotKey(user_id, campaign.id, campaign.slot), when: when('#call_id = :id', { id }) },
          ...(mine ? leadWrites(mine, back) : []),
          ...numberUncountWrites(call),
          ...uncounted,
        ])
        if (written.done) return true
        const isAsRead = !written.failed.slice(0, written.failed.length - uncounted.length).some(Boolean)
        return isAsRead ? lost : false
      }),

    ended: ({ user_id, campaign_id }, since, count) => {
      const { pk, sk: from } = campaignEndKey(user_id, campaign_id, since, 0)
      const { sk: to } = campaignEndKey(user_id, campaign_id + 1, 0, 0)
      return table.query<EndedCall>({ pk, from, to, newestFirst: true, limit: count })
    },

    asking: async (ref, now) => {
      const slots = await taken(ref)
      if (slots.length === 0) return false
      const calls = await readCalls(table, ref.user_id, slots)
      return calls.some((call) => call && isAsking(call, now))
    },
  }
}
