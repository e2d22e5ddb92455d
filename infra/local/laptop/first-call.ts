import * as z from 'zod'
import { wasReached } from '../../../shared/domain/conversations/talk.ts'
import type { Parts } from '../../../shared/runtime/parts.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { idAt } from '../../../shared/words/id.ts'
import { must } from '../../../shared/words/must.ts'
import { readNumber } from '../../../shared/words/phone.ts'
import { type Demo, exampleAssistant } from '../demo.ts'

interface Stage {
  parts: Parts
  api: string
  demo: Demo
}

const Made = z.object({ data: z.object({ id: z.int() }) })
const CallNow = z.object({ status: z.string(), ended_reason: z.string().nullish() })

const pollMs = 1000
const answerMsMax = 120_000
/**
 * Milliseconds. Twilio opens the conversation's socket within this time after the phone is
 * answered.
 */
const socketMsMax = 15_000

export const giveNumber = async ({ parts, api, demo }: Stage, phone_number: string): Promise<number> => {
  const numbers = registry.numbers(parts)
  const owner = await numbers.ownerOf(phone_number)
  if (owner && owner.user_id !== demo.user_id)
    throw new Error(`${phone_number} belongs to user ${owner.user_id} of this stack. Take another number.`)
  const reading = readNumber(phone_number)
  const country_code = must('phone' in reading ? reading.phone.country : undefined, 'country of the number')
  const id = owner?.number_id ?? idAt(parts.clock.now(), parts.random.number())
  if (!owner)
    await numbers.create({
      id,
      user_id: demo.user_id,
      phone_number,
      country_code,
      type_label: 'Normal',
      can_send_sms: true,
      nickname: 'Laptop',
    })
  const number = await numbers.find(demo.user_id, id)
  if (number?.inbound_assistant_id === undefined)
    await make({ api, demo }, '/user/assistant', {
      ...exampleAssistant,
      calls_direction: 'receive',
      phone_number_id: id,
    })
  return id
}

export type Heard = 'talks' | 'relay off' | { ended: string }

/**
 * Calls a phone. Returns `relay off` if no socket opens after the phone is answered, because the
 * account has ConversationRelay disabled.
 */
export const callPhone = async (stage: Stage, phone_number: string, phone_number_id: number): Promise<Heard> => {
  const { parts, demo } = stage
  const assistant_id = await make(stage, '/user/assistant', { ...exampleAssistant, phone_number_id })
  const call_id = await make(stage, '/user/make_call', { phone_number, assistant_id })
  const conversations = registry.conversations(parts)
  const giveUpAt = Date.now() + answerMsMax
  let answeredAt: number | undefined
  while (Date.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    const talk = await conversations.find({ user_id: demo.user_id, call_id })
    if (talk && wasReached(talk)) return 'talks'
    const { status, ended_reason } = CallNow.parse(await ask(stage, 'GET', `/user/calls/${call_id}`))
    if (status === 'in-progress') answeredAt ??= Date.now()
    if (answeredAt !== undefined && Date.now() > answeredAt + socketMsMax) return 'relay off'
    if (['initiated', 'ringing', 'in-progress'].includes(status)) continue
    return answeredAt === undefined ? { ended: ended_reason ?? status } : 'relay off'
  }
  return { ended: 'no answer in time' }
}

const make = async (at: Pick<Stage, 'api' | 'demo'>, path: string, body: object): Promise<number> =>
  Made.parse(await ask(at, 'POST', path, body)).data.id

const ask = async ({ api, demo }: Pick<Stage, 'api' | 'demo'>, method: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${demo.token}`, 'content-type': 'application/json' }
  const response = await fetch(api + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
