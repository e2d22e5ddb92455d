import { isRegion } from '../../shared/domain/places/place.ts'
import { weekOf } from '../../shared/domain/rules/override-form.ts'
import { isLooser, ruleOn, shippedRules } from '../../shared/domain/rules/rule-book.ts'
import { ruleItem } from '../../shared/domain/rules/rule-view.ts'
import { setCallingRule } from '../../shared/operations/calling-rules.ts'
import { http } from '../../shared/runtime/http.ts'
import { sentences } from '../../shared/words/fields.ts'
import { finding } from '../../shared/words/form.ts'
import { found, refuseErrors } from '../../shared/words/problem.ts'

const reasonNeeded =
  'These hours allow calls that the recorded rule does not, or there is no rule: say in the :attribute field why they may be made.'

/** What is stricter needs no reason, and caps only ever are. What is looser is recorded with one, or refused. */
export const handler = http(setCallingRule, async (request, { callingRules, clock }) => {
  const { user_id, region } = request
  found(isRegion(region) || undefined, 'region_not_found')
  const { hours, caps = [], keep_closed_days = true, because } = await request.body()
  if (!hours && caps.length === 0) refuseErrors(finding('hours', sentences.required))
  const now = clock.now()
  const own = { region, keeps_closed_days: keep_closed_days }
  const week = hours && weekOf(hours)
  if (week && isLooser({ ...own, hours: week }, shippedRules, now) && because === undefined)
    refuseErrors(finding('because', reasonNeeded))
  const override = {
    user_id,
    ...own,
    ...(week && { hours: week }),
    ...(caps.length > 0 && { caps }),
    ...(because !== undefined && { because }),
    updated_at: now,
  }
  await callingRules.set(override)
  return {
    message: 'Calling hours set successfully',
    data: ruleItem(region, ruleOn(shippedRules, region, now), override, now),
  }
})
