import { expect, test } from 'vitest'
import type { HttpOperation } from '../../shared/operations/define.ts'
import { httpOperations } from '../../shared/operations/index.ts'
import { isKnown } from '../../shared/words/form.ts'
import { must } from '../../shared/words/must.ts'
import { typicalRequest } from '../requests.ts'
import { useUser, useWorld } from '../use-world.ts'

/** These tests check that an update changes only the fields that it names. */

const world = useWorld()
const user = useUser(world)

type Fields = Record<string, unknown>
const updates = httpOperations.filter(({ method }) => method === 'PUT')

/**
 * Values that differ from the defaults, so that a field that falls back to its default is noticed.
 */
const unusual: Record<string, object> = {
  'update-assistant': {
    variables: { city: 'Rome' },
    post_call_evaluation: false,
    post_call_schema: [{ name: 'wants_visit', type: 'bool', description: 'Whether a visit is wanted' }],
    webhook_url: 'https://example.com/hook',
    is_webhook_active: true,
    send_webhook_only_on_completed: false,
    include_recording_in_webhook: false,
    min_interrupt_words: 3,
    end_call_tool: { description: 'When the customer says goodbye' },
    tools: [{ type: 'dtmf_input' }, { type: 'end_call', description: 'When the customer says goodbye' }],
    llm_temperature: 0.3,
    voice_stability: 0.4,
    voice_similarity: 0.6,
    speech_speed: 1.1,
    endpoint_type: 'ai',
    endpoint_sensitivity: 2,
    interrupt_sensitivity: 3,
    ambient_sound: 'office',
    ambient_sound_volume: 0.2,
    allow_interruptions: false,
    filler_audios: true,
    filler_config: { neutral: ['Aha.'], question: ['Well.'] },
    re_engagement_interval: 20,
    max_call_duration: 300,
    max_silence_duration: 20,
    end_call_on_voicemail: false,
    voice_mail_message: 'Please call back.',
    opt_out_key: '9',
    noise_cancellation: false,
    record_call: true,
    disclosure_text: 'I am an assistant.',
    recording_notice: true,
    who_speaks_first: 'Customer',
    knowledgebase_mode: 'prompt',
  },
  'save-draft': { assistant_name: 'Sales', speech_speed: 1.1, variables: { city: 'Rome' }, engine_type: 'pipeline' },
  'update-campaign': {
    timezone: 'Europe/Rome',
    max_calls_in_parallel: 7,
    mark_complete_when_no_leads: false,
    allowed_hours_start_time: '09:00',
    allowed_hours_end_time: '17:00',
    allowed_days: ['monday'],
    max_retries: 1,
    retry_interval: 600,
    retry_on_voicemail: true,
    retry_on_goal_incomplete: true,
    goal_completion_variable: 'status',
    pause_on_failure_rate: 0.25,
    caller_id_strategy: 'sticky',
    caller_id_daily_max: 50,
    calling_rules: 'enforce',
    require_consent: 'express',
    purpose: 'Renewals',
  },
  'update-lead': { variables: { city: 'Rome' } },
  'set-lead-place': { timezone: 'America/Denver', region: 'US-CO' },
  'update-tool': {
    timeout: 3,
    headers: [{ name: 'X-Key', value: 'a-long-and-secret-key' }],
    schema: [{ name: 'day', type: 'string', description: 'The day of the week', required: false }],
  },
  'update-knowledgebase': { description: 'What we sell' },
  'update-document': { description: 'What it costs' },
  'update-number': { nickname: 'Front desk' },
  'set-event-webhook': { webhook_url: 'https://example.com/events' },
  'set-calling-rule': {
    hours: { monday: ['09:00-12:00'], tuesday: ['09:00-17:00'] },
    caps: [{ calls: 1, hours: 48 }],
    keep_closed_days: false,
    because: 'Counsel, letter of 2026-11-01',
  },
}

interface Updated {
  path: string
  id: unknown
}

const get = async (path: string) => (await world.api(user.token, 'GET', path)).body

const readers: Record<string, (updated: Updated) => Promise<Fields>> = {
  'set-calling-rule': async ({ id }) => {
    const { data } = await get('/user/calling-rules')
    return must(
      data.find(({ region }: Fields) => region === id),
      'row',
    ).own
  },
  'save-draft': async ({ path }) => (await get(path)).settings,
  'update-number': async ({ id }) => {
    const { data } = await get('/user/phone-numbers/all')
    return must(
      data.find((number: Fields) => number.id === id),
      'number',
    )
  },
  'set-lead-place': async ({ id }) => {
    const { timezone, region } = await get(`/user/leads/${id}`)
    return { timezone, region }
  },
}

const readerOf = ({ id, path }: HttpOperation) => {
  const own = readers[id]
  if (own) return own
  const look = httpOperations.find((other) => other.method === 'GET' && other.path === path)
  if (!look) throw new Error(`${id} has no look-up at its path: add a reader`)
  return async (updated: Updated): Promise<Fields> => {
    const body = await get(updated.path)
    return body.data ?? body
  }
}

const aThingOf = async (operation: HttpOperation) => {
  const { path, id } = await typicalRequest(operation, { world, user })
  const change = (body: object) => world.api(user.token, 'PUT', path, body)
  const shown = async () => {
    const { updated_at: _, ...rest } = await readerOf(operation)({ path, id })
    return rest
  }
  const { status, body } = await change(must(unusual[operation.id], operation.id))
  expect({ status, body }).toMatchObject({ status: 200 })
  await world.settled()
  return { change, shown, before: await shown() }
}

const sendable = (operation: HttpOperation, shown: Fields): Fields => {
  const { body, id } = operation
  if (id !== 'update-lead') return shown
  return Object.fromEntries(Object.entries(shown).filter(([name]) => body && isKnown(body, name)))
}

test.each(updates)('$id accepts all that is shown, and changes nothing', async (operation) => {
  const { change, shown, before } = await aThingOf(operation)
  const { status, body } = await change(sendable(operation, before))
  expect({ status, body }).toMatchObject({ status: 200 })
  expect(await shown()).toEqual(before)
})

test.each(updates)('$id changes nothing when its body is empty', async (operation) => {
  const { change, shown, before } = await aThingOf(operation)
  expect([200, 422]).toContain((await change({})).status)
  expect(await shown()).toEqual(before)
})

test.each(updates)('$id changes nothing but the one field that it names', async (operation) => {
  const { change, shown, before } = await aThingOf(operation)
  const known = Object.entries(before).filter(([name]) => operation.body && isKnown(operation.body, name))
  expect(known).not.toEqual([])
  for (const [name, value] of known) {
    const { status, body } = await change({ [name]: value })
    expect({ name, status, body }).toMatchObject({ status: 200 })
    expect({ name, shown: await shown() }).toEqual({ name, shown: before })
  }
})
