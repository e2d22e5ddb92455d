import * as z from 'zod'

const CampaignNow = z.object({
  status: z.string(),
  max_calls_in_parallel: z.int(),
  leads_count: z.object({ total: z.int(), created: z.int(), completed: z.int(), 'reached-max-retries': z.int() }),
  calls_in_progress: z.int(),
})
export type CampaignNow = z.infer<typeof CampaignNow>

const RecentCall = z.object({ created_at: z.string(), client_phone_number: z.string(), status: z.string() })
export type RecentCall = z.infer<typeof RecentCall>

const CalledLead = z.object({
  status: z.string(),
  created_at: z.string(),
  attempts: z.array(z.object({ call_id: z.int(), attempted_at: z.string() })),
})
export type CalledLead = z.infer<typeof CalledLead>

const Made = z.object({ data: z.object({ id: z.int() }) })
const RecentCalls = z.object({ data: z.array(RecentCall) })
const LeadPage = z.object({ last_page: z.int(), data: z.array(z.object({ id: z.int() })) })
const leadsPerPage = 100

/** The requests of the demonstration, as any client would make them; what is not answered well is thrown. */
export const openApi = (api: string, token: string) => {
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(api + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const make = async (path: string, body: object) => Made.parse(await ask('POST', path, body)).data.id

  return {
    makeAssistant: (draft: object) => make('/user/assistant', draft),
    makeCampaign: (draft: object) => make('/user/campaigns', draft),
    start: (campaign_id: number) => ask('POST', '/user/campaigns/update-status', { campaign_id, action: 'start' }),
    campaign: async (id: number) => CampaignNow.parse(await ask('GET', `/user/campaigns/${id}`)),
    newestCalls: async (campaign_id: number, count: number) =>
      RecentCalls.parse(await ask('GET', `/user/calls?campaign_id=${campaign_id}&per_page=${count}`)).data,
    leads: async (campaign_id: number) => {
      const leads: CalledLead[] = []
      for (let page = 1, last = 1; page <= last; page++) {
        const path = `/user/leads?campaign_id=${campaign_id}&per_page=${leadsPerPage}&page=${page}`
        const { last_page, data } = LeadPage.parse(await ask('GET', path))
        last = last_page
        for (const { id } of data) leads.push(CalledLead.parse(await ask('GET', `/user/leads/${id}`)))
      }
      return leads
    },
  }
}
