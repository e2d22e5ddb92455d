import { countCallsAhead } from '../../shared/actions/dialling/count-calls-ahead.ts'
import { previewCampaign } from '../../shared/operations/campaigns.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(previewCampaign, ({ user_id, id }, services) => countCallsAhead(services, user_id, id))
