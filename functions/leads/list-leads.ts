import { sentences } from '../../shared/domain/fields.ts'
import { finding } from '../../shared/domain/form.ts'
import { leadView } from '../../shared/domain/leads/lead-view.ts'
import { paginate, readPageRequest } from '../../shared/domain/page.ts'
import { readPhoneFilter } from '../../shared/domain/phone.ts'
import { listLeads } from '../../shared/operations/leads.ts'
import { http } from '../../shared/runtime/http.ts'

/** Main leads, newest first, each with its contacts; leads of deleted campaigns are none. */
export const handler = http(listLeads, async ({ user_id, query, location }, { campaigns, leads }) => {
  const { status, campaign_id, phone_number, ...asked } = await query(({ phone_number }) =>
    phone_number && !readPhoneFilter(phone_number) ? finding('phone_number', sentences.phone) : {},
  )
  const { first, ...page } = readPageRequest(asked)
  const known = new Map((await campaigns.list(user_id)).map((campaign) => [campaign.id, campaign]))
  const wanted = campaign_id === undefined ? [...known.keys()] : [campaign_id].filter((id) => known.has(id))
  const filter = { status, phone_number: phone_number && readPhoneFilter(phone_number)?.number }
  const found = await leads.page(user_id, wanted, filter, first, page.per_page)
  const rows = found.leads.flatMap((lead) => {
    const campaign = known.get(lead.campaign_id)
    return campaign ? [leadView(lead, campaign)] : []
  })
  return paginate(rows, found.total, page, location)
})
