import { beforeEach, describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { assistantsOf, multimodalVoice, pipelineVoice } from './drafts.ts'

let user: TestUser
let assistants: ReturnType<typeof assistantsOf>
let isBroken = false

const world = useWorld({
  open: (entry, parts) => {
    const write: typeof parts.table.write = (writes) => {
      if (isBroken) throw new Error('The table is broken')
      return parts.table.write(writes)
    }
    return entry.open({ ...parts, table: { ...parts.table, write } }, registry)
  },
})
beforeEach(async () => {
  user = await world.user()
  assistants = assistantsOf(world, user)
})

const refused = (errors: Record<string, string[]>) => ({ message: 'Validation failed', errors })
const unavailable = refused({
  phone_number_id: ['The selected phone number is not available for inbound assistants.'],
})

test('200 with the assistant in short', async () => {
  const id = await assistants.id()
  const { status, body } = await assistants.update(id, { assistant_name: 'Sales' })
  expect(status).toBe(200)
  expect(body).toEqual({
    message: 'Assistant updated successfully',
    data: { id, name: 'Sales', status: 'active', type: 'outbound', mode: 'pipeline' },
  })
})

describe('with the version that the change was made from', () => {
  const versionOf = async (id: number) => (await world.api(user.token, 'GET', `/user/assistant/${id}`)).body.version

  test('409 when another version is live, and nothing changes', async () => {
    const id = await assistants.id()
    const if_version = await versionOf(id)
    expect((await assistants.update(id, { assistant_name: 'First', if_version })).status).toBe(200)
    const { status, body } = await assistants.update(id, { assistant_name: 'Second', if_version })
    expect(status).toBe(409)
    expect(body).toEqual({ message: 'The assistant has changed since. Read it again.' })
    expect((await world.api(user.token, 'GET', `/user/assistant/${id}`)).body.name).toBe('First')
  })

  test('one of two requests at the same time is refused', async () => {
    const id = await assistants.id()
    const if_version = await versionOf(id)
    const both = await Promise.all(
      ['One', 'Other'].map((assistant_name) => assistants.update(id, { assistant_name, if_version })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await versionOf(id)).toBe(if_version + 1)
  })

  test('is no setting', async () => {
    const id = await assistants.id()
    expect((await assistants.update(id, { if_version: 1 })).status).toBe(422)
    expect((await assistants.update(id, { assistant_name: 'A', if_version: 0 })).status).toBe(422)
  })
})

describe('404 before anything is validated', () => {
  test.each(['abc', '0', '-1', '1.5', '12', '9007199254740992', '99999999999999999999'])('%s', async (id) => {
    const { status, body } = await world.api(user.token, 'PUT', `/user/assistant/${id}`, { speech_speed: 9 })
    expect(status).toBe(404)
    expect(body).toEqual({ message: 'Assistant not found' })
  })

  test('one that somebody else owns, or that is deleted', async () => {
    const id = await assistants.id()
    const { status, body } = await assistantsOf(world, await world.user()).update(id, { voice_id: 'x' })
    expect(status).toBe(404)
    expect(body).toEqual({ message: 'Assistant not found' })
    await assistants.remove(id)
    expect((await assistants.update(id, {})).status).toBe(404)
  })
})

describe('changes what is given and nothing else', () => {
  test('keeps the filler phrases of tones that the request does not name', async () => {
    const id = await assistants.id({ filler_config: { neutral: ['Aha.'], question: ['Well.'] } })
    await assistants.update(id, { filler_config: { question: ['Let me see.'] } })
    const { filler_config } = await assistants.read(id)
    expect(filler_config).toMatchObject({ neutral: ['Aha.'], question: ['Let me see.'] })
  })

  const schema = [{ name: 'topic', type: 'string', description: 'What it was about' }]

  test.each<[object, object]>([
    [{}, {}],
    [{ something: 'unknown', voice_id: 5 }, { voice_id: 5 }],
    [{ assistant_name: 'Sales' }, { name: 'Sales' }],
    [{ voice_id: 5 }, { voice_id: 5 }],
    [{ language: 'Thai' }, { language: 'Thai', language_id: 48 }],
    [{ llm_model: 'gpt-4.1' }, { llm_model_id: 14 }],
    [{ calls_direction: 'receive' }, { type: 'inbound' }],
    [{ engine_type: 'pipeline' }, {}],
    [{ timezone: 'UTC' }, { timezone: 'UTC' }],
    [{ initial_message: 'Hey' }, { initial_message: 'Hey' }],
    [{ system_prompt: 'Sell.' }, { system_prompt: 'Sell.' }],
    [{ endpoint_type: 'ai' }, { endpoint_type: 'ai' }],
    [{ endpoint_sensitivity: 1.5 }, { endpoint_sensitivity: 1.5 }],
    [{ interrupt_sensitivity: 0 }, { interrupt_sensitivity: 0 }],
    [{ ambient_sound_volume: 0.05 }, { ambient_sound_volume: '0.05' }],
    [{ post_call_evaluation: false }, { post_call_evaluation: false }],
    [{ send_webhook_only_on_completed: false }, { send_webhook_only_on_completed: false }],
    [{ include_recording_in_webhook: false }, { include_recording_in_webhook: false }],
    [{ webhook_url: 'https://b.example' }, { webhook_url: 'https://b.example' }],
    [{ webhook_url: null }, { webhook_url: null, is_webhook_active: false }],
    [{ webhook_url: '' }, { webhook_url: null, is_webhook_active: false }],
    [{ is_webhook_active: false }, { is_webhook_active: false }],
    [{ is_webhook_active: true }, {}],
    [
      { is_webhook_active: false, webhook_url: null },
      { webhook_url: null, is_webhook_active: false },
    ],
    [{ min_interrupt_words: 7 }, { min_interrupt_words: 7 }],
    [{ use_min_interrupt_words: true }, {}],
    [{ use_min_interrupt_words: false }, { min_interrupt_words: 0 }],
    [{ variables: { b: null } }, { variables: { b: null } }],
    [{ variables: [] }, { variables: {} }],
    [{ post_call_schema: schema }, { post_call_schema: schema }],
    [{ end_call_tool: { description: 'Now' } }, { tools: [{ type: 'end_call', data: { description: 'Now' } }] }],
    [{ llm_temperature: 0 }, { llm_temperature: '0.00' }],
    [{ voice_stability: 1 }, { voice_stability: '1.00' }],
    [{ voice_similarity: 0.1 }, { voice_similarity: '0.10' }],
    [{ speech_speed: 1.15 }, { speech_speed: '1.15' }],
    [{ allow_interruptions: false }, { allow_interruptions: false }],
    [{ filler_audios: true }, { fillers: 1 }],
    [{ re_engagement_interval: 60 }, { reengagement_interval: 60 }],
    [{ max_call_duration: 20 }, { max_duration: 20 }],
    [{ max_silence_duration: 1 }, { max_silence_duration: 1 }],
    [{ end_call_on_voicemail: 0 }, { end_call_on_voicemail: 0 }],
    [{ noise_cancellation: false }, { enable_noise_cancellation: false }],
    [{ record_call: true }, { record: true }],
    [{ who_speaks_first: 'Customer' }, { wait_for_customer: true }],
  ])('%j', async (changes, shown) => {
    const id = await assistants.id({
      is_webhook_active: true,
      webhook_url: 'https://a.example',
      min_interrupt_words: 4,
      variables: { a: 1 },
      end_call_tool: { description: 'At the end' },
    })
    const before = await assistants.read(id)
    await world.run(5)
    const { status } = await assistants.update(id, changes)
    expect(status).toBe(200)
    const after = await assistants.read(id)
    expect(after.updated_at > before.updated_at).toBe(true)
    expect(after).toEqual({ ...before, ...shown, updated_at: after.updated_at, version: after.version })
  })

  test('null leaves every field alone but the two that it clears', async () => {
    const { id: phone_number_id } = await world.number(user)
    const id = await assistants.id({ phone_number_id, webhook_url: 'https://a.example' })
    const before = await assistants.read(id)
    const names = ['assistant_name', 'voice_id', 'language', 'engine_type', 'system_prompt', 'variables', 'record_call']
    await assistants.update(id, Object.fromEntries(names.map((name) => [name, null])))
    expect(await assistants.read(id)).toEqual(before)
    await assistants.update(id, { phone_number_id: null, webhook_url: null })
    expect(await assistants.read(id)).toEqual({ ...before, phone_number_id: null, webhook_url: null, version: 2 })
  })

  test('an assistant of the largest texts still fits', async () => {
    const long = `https://a.example/${'ä'.repeat(2000)}`
    const id = await assistants.id({ assistant_name: '😀'.repeat(255), initial_message: '😀'.repeat(2000) })
    const entry = { name: 'n'.repeat(100), type: 'string', description: `.${'\u0001'.repeat(498)}.` }
    const parts = [
      { system_prompt: '😀'.repeat(60_000) },
      { post_call_schema: Array.from({ length: 32 }, () => entry) },
      { variables: { text: '😀'.repeat(4000) } },
      { webhook_url: long, end_call_tool: { description: `.${'\u0001'.repeat(498)}.` } },
    ]
    for (const changes of parts) expect((await assistants.update(id, changes)).status).toBe(200)
    const body = { assistant_id: id, webhook_url: long }
    expect((await world.api(user.token, 'POST', '/user/assistants/enable-inbound-webhook', body)).status).toBe(200)
  })
})

describe('422 for', () => {
  test.each<[object, Record<string, string>]>([
    [{ assistant_name: ' ' }, { assistant_name: 'The assistant name field is required.' }],
    [{ system_prompt: '\n' }, { system_prompt: 'The system prompt field is required.' }],
    [{ voice_id: 999 }, { voice_id: 'The selected voice id is invalid.' }],
    [{ language: 'Klingon' }, { language: 'The selected language is invalid.' }],
    [{ llm_model: 'gpt-0' }, { llm_model: 'The selected llm model is invalid.' }],
    [{ llm_model: 'gpt-realtime' }, { llm_model: 'The selected llm model is invalid.' }],
    [{ phone_number_id: 12 }, { phone_number_id: 'The selected phone number id is invalid.' }],
    [{ speech_speed: 1.3 }, { speech_speed: 'The speech speed field must be between 0.7 and 1.2.' }],
    [{ webhook_url: 'nonsense' }, { webhook_url: 'The webhook url field must be a valid URL.' }],
    [{ webhook_url: 'http://a.example' }, { webhook_url: 'The webhook url field must be a valid URL.' }],
    [{ is_webhook_active: true }, { webhook_url: 'The webhook url field is required when is webhook active is true.' }],
    [
      { is_webhook_active: true, webhook_url: null },
      { webhook_url: 'The webhook url field is required when is webhook active is true.' },
    ],
    [
      { variables: 5, max_call_duration: 1, timezone: 'x' },
      {
        variables: 'Variables must be an array',
        max_call_duration: 'The max call duration field must be between 20 and 1200.',
        timezone: 'The timezone field must be a valid timezone.',
      },
    ],
  ])('%j', async (changes, sentences) => {
    const id = await assistants.id()
    const before = await assistants.read(id)
    const { status, body } = await assistants.update(id, changes)
    expect(status).toBe(422)
    const errors = Object.fromEntries(Object.entries(sentences).map(([path, sentence]) => [path, [sentence]]))
    expect(body).toEqual(refused(errors))
    expect(await assistants.read(id)).toEqual(before)
  })

  test('a body that is no object', async () => {
    const { status, body } = await assistants.update(await assistants.id(), [])
    expect(status).toBe(422)
    expect(body).toEqual(refused({ body: ['The body field must be an object.'] }))
  })
})

describe('the engine', () => {
  const multimodal = { engine_type: 'multimodal', voice_id: multimodalVoice }
  const pipeline = { engine_type: 'pipeline', voice_id: pipelineVoice }
  const misfit = (engine: string) =>
    refused({ voice_id: [`The selected voice does not support the ${engine} engine.`] })

  test('changes only together with a voice that suits it', async () => {
    const id = await assistants.id()
    expect((await assistants.update(id, { engine_type: 'multimodal' })).body).toEqual(misfit('multimodal'))
    expect((await assistants.update(id, { voice_id: multimodalVoice })).body).toEqual(misfit('pipeline'))
    expect((await assistants.update(id, { ...multimodal, voice_id: 3 })).body).toEqual(misfit('multimodal'))
    const { status, body } = await assistants.update(id, multimodal)
    expect(status).toBe(200)
    expect(body.data.mode).toBe('multimodal')
    expect((await assistants.update(id, { engine_type: 'pipeline' })).body).toEqual(misfit('pipeline'))
  })

  test.each([
    ['a text model stays beside the default realtime model', { llm_model: 'gpt-4.1' }, multimodal, [14, 101]],
    ['a realtime model may be named', {}, { ...multimodal, llm_model: 'gpt-realtime-2' }, [null, 104]],
    [
      'another realtime model',
      { ...multimodal, llm_model: 'gpt-realtime-2' },
      { llm_model: 'gpt-realtime-1.5' },
      [null, 103],
    ],
    ['a text model', { ...multimodal, llm_model: 'gpt-realtime-2' }, { llm_model: 'gpt-4.1' }, [14, 101]],
    ['back to the text model', { ...multimodal, llm_model: 'gpt-4.1' }, pipeline, [14, null]],
    ['back, to the default one where nobody chose', { ...multimodal, llm_model: 'gpt-realtime' }, pipeline, [1, null]],
  ])('%s', async (_what, written, changes, [llm_model_id, multimodal_model_id]) => {
    const id = await assistants.id(written)
    expect((await assistants.update(id, changes)).status).toBe(200)
    expect(await assistants.read(id)).toMatchObject({ llm_model_id, multimodal_model_id })
  })

  test('that is a pipeline takes no realtime model along', async () => {
    const id = await assistants.id(multimodal)
    const { body } = await assistants.update(id, { ...pipeline, llm_model: 'gpt-realtime' })
    expect(body).toEqual(refused({ llm_model: ['The selected llm model is invalid.'] }))
  })
})

describe('the number of an inbound assistant', () => {
  const holder = async (number_id: number) =>
    (await world.services.numbers.find(user.id, number_id))?.inbound_assistant_id

  test('is taken with it, moves with it, and is free without it', async () => {
    const [one, two] = [await world.number(user), await world.number(user)]
    const id = await assistants.id({ calls_direction: 'receive' })
    await assistants.update(id, { phone_number_id: one.id })
    expect(await holder(one.id)).toBe(id)
    await assistants.update(id, { phone_number_id: two.id })
    expect([await holder(one.id), await holder(two.id)]).toEqual([undefined, id])
    await assistants.update(id, { phone_number_id: null })
    expect(await holder(two.id)).toBeUndefined()
    expect((await assistants.read(id)).phone_number_id).toBeNull()
  })

  test('follows the direction of the calls', async () => {
    const { id: number_id } = await world.number(user)
    const id = await assistants.id({ calls_direction: 'make', phone_number_id: number_id })
    expect(await holder(number_id)).toBeUndefined()
    await assistants.update(id, { calls_direction: 'receive' })
    expect(await holder(number_id)).toBe(id)
    await assistants.update(id, { calls_direction: 'make' })
    expect(await holder(number_id)).toBeUndefined()
    expect((await assistants.read(id)).phone_number_id).toBe(number_id)
  })

  test('may be given to it again', async () => {
    const { id: phone_number_id } = await world.number(user)
    const id = await assistants.id({ calls_direction: 'receive', phone_number_id })
    const { status } = await assistants.update(id, { calls_direction: 'receive', phone_number_id, assistant_name: 'B' })
    expect(status).toBe(200)
    expect(await holder(phone_number_id)).toBe(id)
  })

  test('stays with it through every other change, even when the number has expired', async () => {
    const { id: phone_number_id } = await world.number(user, { expires_at: world.clock.now() + 1000 })
    const id = await assistants.id({ calls_direction: 'receive', phone_number_id })
    await world.run(5)
    expect((await assistants.update(id, { assistant_name: 'B' })).status).toBe(200)
    expect(await holder(phone_number_id)).toBe(id)
  })

  test.each(['another has it', 'a caller ID', 'expired'])('422 when it cannot be answered: %s', async (why) => {
    const { id: phone_number_id } = await world.number(user, {
      type_label: why === 'a caller ID' ? 'Caller ID' : 'Normal',
      expires_at: why === 'expired' ? world.clock.now() : undefined,
    })
    if (why === 'another has it') await assistants.id({ calls_direction: 'receive', phone_number_id })
    const inbound = await assistants.id({ calls_direction: 'receive' })
    const outbound = await assistants.id({ calls_direction: 'make', phone_number_id })
    expect((await assistants.update(inbound, { phone_number_id })).body).toEqual(unavailable)
    expect((await assistants.update(outbound, { calls_direction: 'receive' })).body).toEqual(unavailable)
    const both = { calls_direction: 'receive', phone_number_id }
    expect((await assistants.update(outbound, both)).body).toEqual(unavailable)
    expect((await assistants.read(outbound)).type).toBe('outbound')
  })

  test('goes to exactly one of ten that want it at once', async () => {
    const { id: phone_number_id } = await world.number(user)
    const wanting: number[] = []
    for (let count = 0; count < 10; count++) wanting.push(await assistants.id({ calls_direction: 'receive' }))
    const replies = await Promise.all(wanting.map((id) => assistants.update(id, { phone_number_id })))
    const winners = replies.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    for (const { status, body } of replies) if (status !== 200) expect(body).toEqual(unavailable)
    expect(await holder(phone_number_id)).toBe(winners[0]?.body.data.id)
  })
})

test('changes made at once are all kept', async () => {
  const id = await assistants.id()
  const changes = [
    { assistant_name: 'Sales' },
    { max_call_duration: 60 },
    { record_call: true },
    { variables: { a: 1 } },
    { system_prompt: 'Sell.' },
    { language: 'German' },
  ]
  const replies = await Promise.all(changes.map((change) => assistants.update(id, change)))
  expect(replies.map(({ status }) => status)).toEqual(changes.map(() => 200))
  expect(await assistants.read(id)).toMatchObject({
    name: 'Sales',
    max_duration: 60,
    record: true,
    variables: { a: 1 },
    system_prompt: 'Sell.',
    language: 'German',
  })
})

test('forty that change one assistant at once all get through', async () => {
  const id = await assistants.id()
  const urls = Array.from({ length: 40 }, (_, count) => `https://a.example/${count}`)
  const replies = await Promise.all(urls.map((webhook_url) => assistants.update(id, { webhook_url })))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(urls).toContain((await assistants.read(id)).webhook_url)
})

test('changes made at once never add up to an active webhook without a URL', async () => {
  for (let count = 0; count < 5; count++) {
    const id = await assistants.id({ webhook_url: 'https://a.example' })
    const changes = [{ is_webhook_active: true }, { webhook_url: null }, { is_webhook_active: true }]
    await Promise.all(changes.map((change) => assistants.update(id, change)))
    expect(await assistants.read(id)).toMatchObject({ webhook_url: null, is_webhook_active: false })
  }
})

test('concurrent changes never combine an unsuitable voice and engine', async () => {
  const id = await assistants.id()
  await Promise.all([
    assistants.update(id, { engine_type: 'multimodal', voice_id: multimodalVoice }),
    assistants.update(id, { voice_id: 5 }),
    assistants.update(id, { engine_type: 'pipeline', voice_id: 6 }),
  ])
  const { mode, voice_id } = await assistants.read(id)
  expect(mode === 'multimodal').toBe(voice_id === multimodalVoice)
})

test('an assistant that is deleted while it gets a number keeps none', async () => {
  const { id: phone_number_id } = await world.number(user)
  const id = await assistants.id({ calls_direction: 'receive' })
  await Promise.all([assistants.update(id, { phone_number_id }), assistants.remove(id)])
  expect(await world.services.assistants.find(user.id, id)).toBeUndefined()
  expect(await world.services.numbers.find(user.id, phone_number_id)).not.toHaveProperty('inbound_assistant_id')
})

test('500 when the table fails', async () => {
  const id = await assistants.id()
  isBroken = true
  const { status, body } = await assistants.update(id, { assistant_name: 'B' })
  isBroken = false
  expect(status).toBe(500)
  expect(body).toEqual({ message: 'Assistant update failed' })
})
