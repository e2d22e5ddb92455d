import { isRegion } from '../../shared/domain/places/place.ts'
import { weekOf } from '../../shared/domain/rules/override-form.ts'
import { isLooser, type RuleOverride, ruleOn, shippedRules } from '../../shared/domain/rules/rule-set.ts'
import { ruleItem } from '../../shared/domain/rules/rule-view.ts'
import { setCallingRule } from '../../shared/operations/calling-rules.ts'
import { http, type Request } from '../../shared/runtime/http.ts'
import type { Dependencies } from '../../shared/services.ts'
import { lost, untilWritten } from '../../shared/table/compare-and-set.ts'
import { sentences } from '../../shared/words/fields.ts'
import { finding } from '../../shared/words/form.ts'
import { found, refuseErrors } from '../../shared/words/problem.ts'

const reasonNeeded =
  'These hours allow calls that the recorded rule does not, or there is no rule: say in the :attribute field why they may be made.'

/** Changes only the fields that the request contains. */
export const handler = http(setCallingRule, async (request, services) => {
  const { region } = request
  found(isRegion(region) || undefined, 'region_not_found')
  const now = services.clock.now()
  const override = await untilWritten(services, 'calling rule', () => attempt(request, services, now))
  return {
    message: 'Calling hours set successfully',
    data: ruleItem(region, ruleOn(shippedRules, region, now), override, now),
  }
})

const attempt = async (
  { user_id, region, body }: Request<typeof setCallingRule>,
  { callingRules }: Dependencies<(typeof setCallingRule)['uses'][number]>,
  now: number,
): Promise<RuleOverride | typeof lost> => {
  const stored = await callingRules.find(user_id, region)
  const asked = await body()
  const hours = asked.hours === undefined ? stored?.hours : (asked.hours ?? undefined) && weekOf(asked.hours ?? {})
  const caps = asked.caps ?? stored?.caps ?? []
  const keeps_closed_days = asked.keep_closed_days ?? stored?.keeps_closed_days ?? true
  if (!hours && caps.length === 0) refuseErrors(finding('hours', sentences.required))
  // Hours looser than the shipped rule need a reason in each request. A stored reason is not
  // enough, because the shipped rule may be newer.
  if (hours && isLooser({ region, hours, keeps_closed_days }, shippedRules, now) && asked.because === undefined)
    refuseErrors(finding('because', reasonNeeded))
  const because = asked.because ?? stored?.because
  const revised = {
    user_id,
    region,
    keeps_closed_days,
    ...(hours && { hours }),
    ...(caps.length > 0 && { caps }),
    ...(because !== undefined && { because }),
    updated_at: now,
    revision: stored?.revision ?? 0,
  }
  return (await callingRules.replace(stored, revised)) ? revised : lost
}
