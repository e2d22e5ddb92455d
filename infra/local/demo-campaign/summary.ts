import type { Client, GetLeadAnswer } from '../../../client/client.ts'
import type { CarrierStats } from '../carrier/double.ts'

export const calledLeads = async (client: Client, campaign_id: number): Promise<GetLeadAnswer[]> => {
  const leads: GetLeadAnswer[] = []
  for await (const { id } of client.listLeads.each({ campaign_id })) leads.push(await client.getLead({ id }))
  return leads
}

export const summaryOf = (leads: GetLeadAnswer[], { creates, callsLivePeak }: CarrierStats) => {
  const count = (status: string) => leads.filter((lead) => lead.status === status).length
  const waits = leads.flatMap(({ created_at, attempts: [first] }) =>
    first ? [(Date.parse(first.attempted_at) - Date.parse(created_at)) / 1000] : [],
  )
  // Ignores rate-limited requests, because each was repeated.
  const taken = creates.filter(({ outcome }) => outcome !== 'limited')
  return {
    leads: leads.length,
    dialled: taken.length,
    reached: count('completed'),
    'not reached': count('reached-max-retries'),
    retried: leads.reduce((sum, { attempts }) => sum + Math.max(0, attempts.length - 1), 0),
    'longest wait (s)': Math.max(0, ...waits),
    'peak parallel': callsLivePeak,
    'double dials': taken.length - new Set(taken.map(({ statusCallback }) => statusCallback)).size,
  }
}

export type Summary = ReturnType<typeof summaryOf>

export const broken = (summary: Summary, attempts: number, parallelMax: number): string[] => {
  const { leads, dialled, reached, 'not reached': notReached } = summary
  return [
    ...(summary['double dials'] > 0 ? ['A call was dialled twice.'] : []),
    ...(summary['peak parallel'] > parallelMax ? ['There were more calls at a time than allowed.'] : []),
    ...(reached + notReached < leads ? ['A lead came to no end.'] : []),
    ...(dialled === attempts ? [] : [`The carrier was asked for ${dialled} calls, and ${attempts} are recorded.`]),
  ]
}
