import { exampleAssistant } from '../local/demo.ts'
import { clientOf, make, type Scene, type SceneUser } from './scene.ts'
import { eventually, expect } from './steps.ts'

/** Number that is busy. The law of its country allows calls from 8 to 21 o'clock every day. */
export const number = '+12025550101'
const nightHour = 3
const noonHour = 12

/**
 * Returns a time zone in which the hour is now `hour`, so that the rehearsal works at any time of
 * day.
 */
export const zoneWhere = (hour: number, now: number): string => {
  const offset = ((hour - new Date(now).getUTCHours() + 35) % 24) - 11
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}

/**
 * Runs a campaign with calling rules. Its first lead must not be called now, and must not delay the
 * second.
 */
export const enforceRules = async (scene: Scene, user: SceneUser): Promise<string> => {
  const client = clientOf(scene, user)
  const { data: assistant } = await client.createAssistant({ ...exampleAssistant, timezone: 'UTC' })
  const settings = { calling_rules: 'enforce', max_calls_in_parallel: 1, max_retries: 0 } as const
  const { data: campaign } = await client.createCampaign({ name: 'Enforced', assistant_id: assistant.id, ...settings })
  const now = Date.now()
  const leadWhere = (hour: number) => {
    const draft = { phone_number: number, campaign_id: campaign.id, allow_dupplicate: true }
    return make(scene, user, '/user/lead', { ...draft, timezone: zoneWhere(hour, now) })
  }
  const closed = await leadWhere(nightHour)
  const open = await leadWhere(noonHour)
  await client.updateCampaignStatus({ campaign_id: campaign.id, action: 'start' })
  const isCalled = async (id: number) => (await client.getLead({ id })).attempts.length > 0
  await eventually('the lead in the open place is called', () => isCalled(open))
  const { attempts, reasons, next_attempt_at } = await client.getLead({ id: closed })
  await client.updateCampaignStatus({ campaign_id: campaign.id, action: 'stop' })
  expect(attempts.length === 0, 'A lead was called whose place is closed.')
  const isTold = reasons.some((reason) => reason.includes('outside the calling hours where the person is'))
  expect(isTold && next_attempt_at !== null, `The closed place is not told: ${reasons.join(' ')}`)
  return 'the open place called, the closed one waits'
}
