import { countCallsAhead } from '../../shared/actions/dialling/count-calls-ahead.ts'
import { previewCampaign } from '../../shared/operations/campaigns.ts'
import { http } from '../../shared/runtime/http.ts'

/**
 * Nothing is started: the dialler's own judge says what it would do now, lead by lead or for all
 * that stand alike.
 */
export const handler = http(previewCampaign, ({ user_id, id }, services) => countCallsAhead(services, user_id, id))
