import type { Means, Obstacle } from '../../domain/account/account.ts'
import { transcriptionPrice } from '../../domain/calls/new-call.ts'
import type { Dialler, Target } from '../../domain/dialling/dialler.ts'
import { type Eligibility, eligible } from '../../domain/dialling/eligible.ts'
import { type RegionBucket, regionBucket } from '../../domain/dialling/region-buckets.ts'
import { refusedLead } from '../../domain/evidence/decision.ts'
import { familyOf, type Lead } from '../../domain/leads/lead.ts'
import { setAside } from '../../domain/leads/lead-life.ts'
import type { RuleSet } from '../../domain/rules/rule-set.ts'
import type { Dependencies } from '../../services.ts'
import { noteBarred, noteWant } from '../opt-outs/bar-leads.ts'
import { readConsents, readSituation, type SituationRead } from './read-situation.ts'

export type JudgingServices = Dependencies<
  | 'blacklist.listedOf'
  | 'campaigns.change'
  | 'clock'
  | 'consents.standings'
  | 'dialCounts.of'
  | 'leads.change'
  | 'leads.recordBuckets'
  | 'leads.unblock'
>

interface Basis extends Pick<Dialler, 'campaign' | 'assistant'> {
  means: Means
  ruleSet: RuleSet | undefined
}

/**
 * Judges which leads are allowed to be called now. `obstacle`: the first reason found that prevents
 * all calls of the account, not only calls to one country.
 */
export const judgeLeads = async (
  due: Lead[],
  { assistant, ...basis }: Basis,
  services: JudgingServices,
): Promise<{ ready: Pick<Target, 'lead' | 'contact'>[]; takenOut: number; obstacle?: Obstacle | undefined }> => {
  const known = { ...basis, transcription_minute: transcriptionPrice(assistant) }
  const situation = await readSituation(services, known, due.flatMap(familyOf))
  const judged = due.map((lead) => ({ lead, verdict: eligible(lead, situation) }))
  const moves = judged.flatMap((one) => moveOf(one, situation) ?? [])
  await write(moves, situation, services)
  const obstacles = judged.flatMap(({ verdict }) => (verdict.decision === 'wait' ? (verdict.obstacle ?? []) : []))
  return {
    ready: judged.flatMap(({ lead, verdict }) =>
      verdict.decision === 'dial' ? { lead, contact: verdict.contact } : [],
    ),
    takenOut: moves.length,
    obstacle: obstacles.find((obstacle) => obstacle !== 'country'),
  }
}

interface Judged {
  lead: Lead
  verdict: Eligibility
}

interface Move extends Judged {
  to: Lead
  bucket?: RegionBucket | undefined
}

const moveOf = ({ lead, verdict }: Judged, { campaign, now }: SituationRead): Move | undefined => {
  if (verdict.decision === 'dial') return undefined
  if (verdict.decision === 'no') return { lead, verdict, to: setAside(lead, campaign, now) }
  const { closed, capped_until, obstacle } = verdict
  const bucket = closed && regionBucket(closed)
  if (capped_until !== undefined || (bucket && lead.queue_place !== bucket.name)) {
    const next_attempt_at = Math.max(lead.next_attempt_at, capped_until ?? 0)
    return { lead, verdict, bucket, to: { ...lead, next_attempt_at, queue_place: bucket?.name ?? lead.queue_place } }
  }
  return obstacle === 'country' ? { lead, verdict, to: { ...lead, barred: true } } : undefined
}

/**
 * Stores the judged leads. First stores in the campaign the rules that exclude leads, so that these
 * leads return when the rules change.
 */
const write = async (moves: Move[], situation: SituationRead, services: JudgingServices): Promise<void> => {
  const { leads } = services
  const { campaign, means, refused, now } = situation
  const { user_id, id } = campaign
  if (refused?.size) await noteWant(campaign, services)
  if (moves.some(({ to }) => to.barred)) await noteBarred(campaign, means, services)
  const buckets = moves.flatMap(({ bucket }) => bucket ?? [])
  if (buckets.length > 0) await leads.recordBuckets(user_id, id, buckets)
  await Promise.all(
    moves.map(({ lead: seen, verdict, to }) =>
      leads.change(
        user_id,
        seen.id,
        (lead) => (lead.revision === seen.revision ? to : lead),
        verdict.decision === 'no' ? { decide: () => refusedLead(seen, verdict.reasons, campaign, now) } : undefined,
      ),
    ),
  )
  await putBackConsented(situation, services)
}

const putBackConsented = async (
  { campaign, refused, consents: seen }: SituationRead,
  services: JudgingServices,
): Promise<void> => {
  const numbers = [...(refused?.keys() ?? [])]
  if (numbers.length === 0) return
  const now = await readConsents(services, campaign, numbers)
  const changed = numbers.filter((number) => now.get(number)?.version !== seen.get(number)?.version)
  await Promise.all(changed.map((number) => services.leads.unblock(campaign.user_id, number)))
}
