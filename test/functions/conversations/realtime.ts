import { readTwiml } from '../../../infra/local/carrier/twiml.ts'
import { noticeHeaders } from '../../../infra/local/model/realtime.ts'
import type { World } from '../../world.ts'

export const multimodal = { engine_type: 'multimodal', voice_id: 301, llm_model: 'gpt-realtime' }

export const notify = (
  world: World,
  event: unknown,
  { at = new Date(), secret = secretOf(world), id = 'wh_1' } = {},
) => {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  return world.request('POST', '/realtime/incoming-call', { headers: noticeHeaders(secret, id, body, at), body })
}

const secretOf = ({ parts }: World) => parts.settings.required('MODEL_OPENAI_WEBHOOK_SECRET')

export const incoming = (call_id: string, headers: Record<string, string>) => ({
  object: 'event',
  id: `evt_${call_id}`,
  type: 'realtime.call.incoming',
  created_at: 1,
  data: { call_id, sip_headers: Object.entries(headers).map(([name, value]) => ({ name, value })) },
})

export const dialOf = (twiml: string) => {
  const reading = readTwiml(twiml)
  const dial = 'verbs' in reading ? reading.verbs.find((verb) => verb.name === 'Dial') : undefined
  if (dial?.name !== 'Dial') throw new Error(`Nobody is dialled in ${twiml}`)
  return { ...dial, headers: Object.fromEntries(new URLSearchParams(dial.address.split('?')[1])) }
}
