import { smsView } from '../../shared/domain/sms/sms-view.ts'
import { getSms } from '../../shared/operations/sms.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(getSms, async ({ user_id, id }, { sms }) =>
  smsView(found(await sms.find({ user_id, sms_id: id }), 'sms_not_found')),
)
