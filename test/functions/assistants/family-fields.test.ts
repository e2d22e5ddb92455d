import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { multimodal } from '../conversations/realtime.ts'
import { toolFor } from '../tools/tool.ts'

/**
 * These tests cover fields that similar products accept. Each field is used or rejected, as
 * docs/assistants.md explains.
 */

const world = useWorld()
const user = useUser(world)

const page = readFileSync(new URL('../../../docs/assistants.md', import.meta.url), 'utf8')
const [, section = ''] = page.split("## What of other products' fields is taken")
const rows = section
  .split('\n## ')[0]
  ?.split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, name = '', pipeline = '', other = '']) => ({
    name: name.replaceAll('`', ''),
    pipeline,
    multimodal: other === 'the same' ? pipeline : other,
  }))

const phone = '+12025550130'
const call_transfer = { type: 'call_transfer', phone_number: phone }

interface Own {
  user: TestUser
  number: { id: number; phone_number: string }
  other: number
}
const warm = ({ number }: Own) => ({
  type: 'warm_call_transfer',
  supervisor_phone: phone,
  outbound_phone_id: number.id,
  description: 'For complaints.',
})
const inWarm = (fields: Record<string, unknown>) => (own: Own) => ({ tools: [{ ...warm(own), ...fields }] })
const inCall =
  (fields: Record<string, unknown> = {}) =>
  () => ({ tools: [{ ...call_transfer, ...fields }] })
const inPassing =
  (fields: Record<string, unknown> = {}) =>
  ({ other }: Own) => ({
    tools: [{ type: 'assistant_transfer', assistant_id: other, ...fields }],
  })
const alone =
  (type: string, fields: Record<string, unknown> = {}) =>
  () => ({ tools: [{ type, ...fields }] })

const samples: Record<string, (own: Own) => Record<string, unknown> | Promise<Record<string, unknown>>> = {
  tool_ids: async ({ user }) => ({ tool_ids: [await toolFor(world, user)] }),
  knowledgebase_id: async ({ user }) => {
    const { body } = await world.api(user.token, 'POST', '/user/knowledgebases', { name: 'Prices' })
    return { knowledgebase_id: body.data.id }
  },
  knowledgebase_mode: () => ({ knowledgebase_mode: 'function_call' }),
  voice_mail_message: () => ({ voice_mail_message: 'Please call back.' }),
  ringing_time: () => ({ ringing_time: 20 }),
  max_initial_silence_duration: () => ({ max_initial_silence_duration: 10 }),
  reengagement_prompt: () => ({ reengagement_prompt: 'Ask whether they are there.' }),
  secondary_language_ids: () => ({ secondary_language_ids: [19] }),
  chat_llm_fallback_id: () => ({ chat_llm_fallback_id: 1 }),
  folder_id: () => ({ folder_id: 1 }),
  label_ids: () => ({ label_ids: [1] }),
  end_call: alone('end_call'),
  'end_call.description': alone('end_call', { description: 'After the order.' }),
  call_transfer: inCall(),
  'call_transfer.phone_number': inCall(),
  'call_transfer.description': inCall({ description: 'For orders.' }),
  'call_transfer.custom': inCall({ custom: true }),
  'call_transfer.timezone': inCall({ timezone: 'Europe/Berlin' }),
  'call_transfer.warm_transfer': inCall({ warm_transfer: true }),
  'call_transfer.warm_transfer_message': inCall({ warm_transfer: true, warm_transfer_message: 'Be kind.' }),
  'warm_call_transfer.supervisor_phone': inWarm({}),
  'warm_call_transfer.outbound_phone_id': inWarm({}),
  'warm_call_transfer.description': inWarm({}),
  'warm_call_transfer.custom_sip': inWarm({ custom_sip: true }),
  'warm_call_transfer.caller_id_mode': inWarm({ caller_id_mode: 'customer_number' }),
  'warm_call_transfer.custom_caller_id': (own) =>
    inWarm({ caller_id_mode: 'custom', custom_caller_id: own.number.phone_number })(own),
  'warm_call_transfer.hold_music': inWarm({ hold_music: 'hold_music' }),
  'warm_call_transfer.hold_music_volume': inWarm({ hold_music_volume: 50 }),
  'warm_call_transfer.hold_message': inWarm({ hold_message: 'One moment.' }),
  'warm_call_transfer.summary_instructions': inWarm({ summary_instructions: 'Be brief.' }),
  'warm_call_transfer.briefing_initial_message': inWarm({ briefing_initial_message: 'Good day.' }),
  'warm_call_transfer.connected_message': inWarm({ connected_message: 'You are on.' }),
  dtmf_input: alone('dtmf_input'),
  'dtmf_input.description': alone('dtmf_input', { description: 'For menus.' }),
  collect_keypad: alone('collect_keypad'),
  'collect_keypad.timeout': alone('collect_keypad', { timeout: 3 }),
  'collect_keypad.stop_key': alone('collect_keypad', { stop_key: '#' }),
  calendar_integration: alone('calendar_integration', { calcom_api_key: 'x', calcom_event_slug: 'y' }),
  'assistant_transfer.assistant_id': inPassing(),
  'assistant_transfer.description': inPassing({ description: 'For the warehouse.' }),
  'assistant_transfer.message_before_transfer': inPassing({ message_before_transfer: 'One moment.' }),
  'assistant_transfer.speak_transfer_greeting': inPassing({ speak_transfer_greeting: false }),
}

test('the page has a row for each of them, and for nothing else', () => {
  expect(rows?.map(({ name }) => name).toSorted()).toEqual(Object.keys(samples).toSorted())
})

const asRead = (sent: Record<string, unknown>) =>
  Array.isArray(sent.tools) ? { tools: sent.tools.map(({ type, ...data }) => ({ type, data })) } : sent

describe.each([
  ['pipeline', {}],
  ['multimodal', multimodal],
] as const)('%s', (mode, engine) => {
  test.each(rows?.map((row) => [row.name, row[mode]] as const) ?? [])('%s: %s', async (name, says) => {
    const other = await assistantFor(world, user, engine)
    const sent = await samples[name]?.({ user, number: await world.number(user), other })
    const id = await assistantFor(world, user, engine)
    const path = `/user/assistant/${id}`
    const { status, body } = await world.api(user.token, 'PUT', path, sent)
    const shown = (await world.api(user.token, 'GET', path)).body
    if (says.startsWith('refused')) {
      expect(status).toBe(422)
      expect(JSON.stringify(body.errors)).toMatch(/not supported/)
      for (const [field, value] of Object.entries(sent ?? {})) expect(shown[field] ?? null).not.toEqual(value)
      return
    }
    expect(says).toMatch(/^works/)
    expect([status, body.errors]).toEqual([200, undefined])
    expect(shown).toMatchObject(asRead(sent ?? {}))
  })
})

test('accepts empty fields, and refuses the rest in drafts, too', async () => {
  const id = await assistantFor(world, user)
  const empty = { name: 'Anna', label_ids: [], folder_id: null, reengagement_prompt: '' }
  expect((await world.api(user.token, 'PUT', `/user/assistant/${id}`, empty)).status).toBe(200)
  const sentence = { folder_id: ['The folder id field is not supported.'] }
  const draft = { assistant_name: 'Anna', folder_id: 1 }
  expect((await world.api(user.token, 'POST', '/user/assistant', draft)).body.errors).toMatchObject(sentence)
})
