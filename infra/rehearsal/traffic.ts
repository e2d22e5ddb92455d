import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { exampleAssistant } from '../local/demo.ts'
import { tellCarrier } from './plays.ts'
import { webhookUrl } from './requests.ts'
import { clientOf, make, makeOnce, type Scene, type SceneUser } from './scene.ts'
import { eventually } from './steps.ts'

const assistant = { ...exampleAssistant, timezone: 'UTC' }
const heard = { webhook_url: webhookUrl, is_webhook_active: true, send_webhook_only_on_completed: false }
const people = ['0100', '0101', '0100', '0104', '0106', '0103', '0109'].map((ending) => `+1202555${ending}`)
const apartMs = 8_000
const attemptsMax = 8

export interface Traffic {
  campaigns: { id: number; leads: number }[]
  calls: number[]
  texts: number[]
  rung: number
  repeated: number
  failures: string[]
}

export interface TrafficFlow {
  traffic: Traffic
  startCampaign(leads: number): Promise<void>
  untilLive(): Promise<void>
  stop(): Promise<void>
}

export const beginTraffic = async (scene: Scene, campaigner: SceneUser, caller: SceneUser): Promise<TrafficFlow> => {
  const traffic: Traffic = { campaigns: [], calls: [], texts: [], rung: 0, repeated: 0, failures: [] }
  const client = clientOf(scene, campaigner)
  const campaigning = await make(scene, campaigner, '/user/assistant', assistant)
  const assistant_id = await make(scene, caller, '/user/assistant', { ...assistant, ...heard })
  const inbound = { calls_direction: 'receive', phone_number_id: caller.number.id }
  await make(scene, caller, '/user/assistant', { ...assistant, ...inbound })

  /**
   * Repeats a request answered with 5xx or 409, with the same idempotency key, as clients should.
   */
  const makeSurely = async (path: `/${string}`, body: object): Promise<number> => {
    const key = randomUUID()
    for (let attempt = 1; ; attempt++) {
      try {
        return await makeOnce(scene, caller, { path, idempotencyKey: key }, body)
      } catch (cause) {
        if (attempt === attemptsMax || !/ answered (5|409)/.test(String(cause))) throw cause
        traffic.repeated++
        await pause(apartMs)
      }
    }
  }
  const noting = async (act: () => Promise<unknown>) => {
    try {
      await act()
    } catch (cause) {
      traffic.failures.push(cause instanceof Error ? cause.message : String(cause))
    }
  }
  const personFor = (turn: number) => people[turn % people.length]
  const round = (turn: number) =>
    Promise.all([
      noting(async () => {
        const draft = { phone_number: personFor(turn), assistant_id }
        traffic.calls.push(await makeSurely('/user/make_call', draft))
      }),
      noting(async () => {
        const draft = { from: caller.number.id, to: `+12025550${String(200 + turn)}`, body: `Hello ${turn}` }
        traffic.texts.push(await makeSurely('/user/sms', draft))
      }),
      noting(async () => {
        if (turn % 4 > 0) return
        await tellCarrier(scene, 'incoming-call', { to: caller.number.phone_number, from: '+12025550111' })
        traffic.rung++
      }),
    ])
  const stopping = new AbortController()
  const flow = (async () => {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      await round(turn)
      await pause(apartMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()

  return {
    traffic,
    startCampaign: async (leads) => {
      const settings = { max_calls_in_parallel: 4, max_retries: 1, retry_interval: 60 }
      const { data } = await client.createCampaign({ name: 'Upgrade', assistant_id: campaigning, ...settings })
      const campaign_id = data.id
      for (let lead = 0; lead < leads; lead++) {
        const draft = { phone_number: personFor(lead), campaign_id, allow_dupplicate: true }
        await make(scene, campaigner, '/user/lead', draft)
      }
      await client.updateCampaignStatus({ campaign_id, action: 'start' })
      traffic.campaigns.push({ id: campaign_id, leads })
    },
    untilLive: () =>
      eventually('calls are live', async () => {
        const [first] = traffic.campaigns
        return first && (await client.getCampaign({ id: first.id })).calls_in_progress > 1
      }).then(() => undefined),
    stop: async () => {
      stopping.abort()
      await flow
    },
  }
}
