import { legalNotice, ruleItems } from '../../shared/domain/rules/rule-view.ts'
import { listCallingRules } from '../../shared/operations/calling-rules.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(listCallingRules, async ({ user_id }, { callingRules, clock }) => ({
  notice: legalNotice,
  data: ruleItems(await callingRules.ruleSet(user_id), clock.now()),
}))
