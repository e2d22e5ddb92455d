import { beforeAll, describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { assistantsOf, draft, multimodalVoice, pipelineVoice } from './drafts.ts'

const dayMs = 24 * 60 * 60 * 1000

let assistants: ReturnType<typeof assistantsOf>
let broken: RegExp | undefined

const world = useWorld({
  open: (entry, parts) => {
    const write: typeof parts.table.write = (writes) => {
      if (broken?.test(JSON.stringify(writes))) throw new Error('The table is broken')
      return parts.table.write(writes)
    }
    return entry.open({ ...parts, table: { ...parts.table, write } }, registry)
  },
})
const user = useUser(world)

beforeAll(() => {
  assistants = assistantsOf(world, user)
})

const refused = (errors: Record<string, string[]>) => ({ message: 'Validation failed', errors })

test('201 with the new assistant in short', async () => {
  const { status, body } = await assistants.create()
  expect(status).toBe(201)
  expect(body).toEqual({
    message: 'Assistant created successfully',
    data: { id: expect.any(Number), name: 'Reception', status: 'active', type: 'outbound', mode: 'pipeline' },
  })
})

test('what is left out gets its default', async () => {
  const id = await assistants.id()
  expect(await assistants.read(id)).toEqual({
    id,
    user_id: user.id,
    version: 1,
    phone_number_id: null,
    engine_id: null,
    synthesizer_id: null,
    transcriber_id: null,
    voice_id: 2,
    instance_id: 1,
    name: 'Reception',
    variables: {},
    post_call_evaluation: true,
    fillers: 0,
    post_call_schema: [
      { name: 'status', type: 'bool', description: 'Whether the goal of the call was reached' },
      { name: 'summary', type: 'string', description: 'A short summary of the call' },
    ],
    tools: [],
    tool_ids: [],
    is_webhook_active: false,
    webhook_url: null,
    inbound_webhook_url: null,
    conversation_ended_webhook_url: null,
    language: 'English',
    type: 'outbound',
    status: 'active',
    max_duration: 600,
    record: false,
    initial_message: 'Hello, this is the office.',
    system_prompt: 'You answer the phone.',
    flows_platform_id: null,
    timezone: 'Europe/Berlin',
    created_at: '2026-11-25T10:00:00.000000Z',
    updated_at: '2026-11-25T10:00:00.000000Z',
    max_silence_duration: 40,
    reengagement_interval: 30,
    deleted_at: null,
    opt_out_key: 'off',
    disclosure: null,
    disclosure_text: '',
    recording_notice: null,
    end_call_on_voicemail: 1,
    llm_temperature: '0.10',
    voice_stability: '0.70',
    voice_similarity: '0.50',
    allow_interruptions: true,
    enable_noise_cancellation: true,
    endpoint_sensitivity: 0.5,
    speech_speed: '1.00',
    endpoint_type: 'vad',
    wait_for_customer: false,
    mode: 'pipeline',
    language_id: 1,
    transcriber_provider_id: null,
    synthesizer_provider_id: null,
    llm_model_id: 1,
    multimodal_model_id: null,
    ambient_sound: 'off',
    uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    voice_mail_message: null,
    send_webhook_only_on_completed: true,
    include_recording_in_webhook: true,
    interrupt_sensitivity: 0.5,
    filler_config: {
      neutral: ['Okay.', 'Alright.', 'One moment.'],
      negative: ['I understand.', "I'm sorry to hear that.", 'I see.'],
      positive: ['Great.', 'Perfect.', 'Wonderful.'],
      question: ['Good question.', 'Let me see.', 'One moment, please.'],
    },
    knowledgebase_id: null,
    knowledgebase_mode: 'function_call',
    min_interrupt_words: 0,
    ambient_sound_volume: '0.50',
    widget_settings: {},
  })
})

describe('every field reads back', () => {
  const schema = [{ name: 'Budget_2', type: 'number', description: 'What they can spend' }]
  const endCall = (description: string) => ({ tools: [{ type: 'end_call', data: { description } }] })

  test.each<[object, object]>([
    [{ assistant_name: '  Ann  ' }, { name: 'Ann' }],
    [{ assistant_name: '😀'.repeat(255) }, { name: '😀'.repeat(255) }],
    [{ voice_id: '3' }, { voice_id: 3 }],
    [{ language: ' German ' }, { language: 'German', language_id: 19 }],
    [{ llm_model: 'gpt-4.1' }, { llm_model_id: 14, multimodal_model_id: null }],
    [{ calls_direction: 'receive' }, { type: 'inbound' }],
    [{ timezone: 'America/New_York' }, { timezone: 'America/New_York' }],
    [{ initial_message: ' Hi \n' }, { initial_message: ' Hi \n' }],
    [{ initial_message: 'ä'.repeat(2000) }, { initial_message: 'ä'.repeat(2000) }],
    [{ system_prompt: '\tDo.\n' }, { system_prompt: '\tDo.\n' }],
    [{ system_prompt: 'x'.repeat(60_000) }, { system_prompt: 'x'.repeat(60_000) }],
    [{ endpoint_type: 'ai' }, { endpoint_type: 'ai' }],
    [{ endpoint_sensitivity: 5 }, { endpoint_sensitivity: 5 }],
    [{ endpoint_sensitivity: 1e-200 }, { endpoint_sensitivity: 0 }],
    [{ interrupt_sensitivity: '1.25' }, { interrupt_sensitivity: 1.25 }],
    [{ ambient_sound_volume: 0 }, { ambient_sound_volume: '0.00' }],
    [{ post_call_evaluation: 0 }, { post_call_evaluation: false }],
    [{ send_webhook_only_on_completed: '0' }, { send_webhook_only_on_completed: false }],
    [{ include_recording_in_webhook: false }, { include_recording_in_webhook: false }],
    [
      { is_webhook_active: true, webhook_url: ' https://a.example/x?y=1 ' },
      { is_webhook_active: true, webhook_url: 'https://a.example/x?y=1' },
    ],
    [{ webhook_url: 'https://a.example' }, { is_webhook_active: false, webhook_url: 'https://a.example' }],
    [{ min_interrupt_words: 10 }, { min_interrupt_words: 10 }],
    [{ min_interrupt_words: 3, use_min_interrupt_words: true }, { min_interrupt_words: 3 }],
    [{ min_interrupt_words: 3, use_min_interrupt_words: false }, { min_interrupt_words: 0 }],
    [
      { variables: { big: 1e300, deep: { list: [1, [null]] } } },
      { variables: { big: 1e300, deep: { list: [1, [null]] } } },
    ],
    [{ variables: [] }, { variables: {} }],
    [{ variables: [{ a: 1, b: 1 }, { b: 2 }] }, { variables: { a: 1, b: 2 } }],
    [{ post_call_schema: schema }, { post_call_schema: schema }],
    [{ post_call_schema: [] }, { post_call_schema: [] }],
    [{ 'end_call_tool.description': ' When they say bye ' }, endCall('When they say bye')],
    [{ end_call_tool: { description: 'At the end' } }, endCall('At the end')],
    [{ end_call_tool: {} }, { tools: [] }],
    [{ llm_temperature: 1 }, { llm_temperature: '1.00' }],
    [{ voice_stability: '0.25' }, { voice_stability: '0.25' }],
    [{ voice_similarity: 0.75 }, { voice_similarity: '0.75' }],
    [{ speech_speed: 0.7 }, { speech_speed: '0.70' }],
    [{ allow_interruptions: false }, { allow_interruptions: false }],
    [{ filler_audios: true }, { fillers: 1 }],
    [{ re_engagement_interval: 7 }, { reengagement_interval: 7 }],
    [{ max_call_duration: '1200' }, { max_duration: 1200 }],
    [{ max_silence_duration: 120 }, { max_silence_duration: 120 }],
    [{ end_call_on_voicemail: false }, { end_call_on_voicemail: 0 }],
    [{ noise_cancellation: false }, { enable_noise_cancellation: false }],
    [{ record_call: 1 }, { record: true }],
    [{ who_speaks_first: 'Customer' }, { wait_for_customer: true }],
    [{ who_speaks_first: 'AI assistant' }, { wait_for_customer: false }],
  ])('%j', async (written, shown) => {
    const plain = await assistants.read(await assistants.id())
    const { status, body } = await assistants.create(written)
    expect(status).toBe(201)
    const read = await assistants.read(body.data.id)
    expect(read).toEqual({ ...plain, ...identityOf(read), ...shown })
  })

  const identityOf = ({ id, uuid, filler_config }: Record<string, unknown>) => ({ id, uuid, filler_config })

  test('null and blank count as left out', async () => {
    const optional = [
      'phone_number_id',
      'webhook_url',
      'variables',
      'post_call_schema',
      'max_call_duration',
      'record_call',
    ]
    for (const nothing of [null, ' ']) {
      const left = Object.fromEntries([...optional, 'end_call_tool.description'].map((name) => [name, nothing]))
      const { status, body } = await assistants.create(left)
      expect(status).toBe(201)
      const read = await assistants.read(body.data.id)
      expect(read).toMatchObject({
        phone_number_id: null,
        webhook_url: null,
        max_duration: 600,
        record: false,
        tools: [],
      })
    }
  })

  test('fillers speak the language of the assistant, English where none are known', async () => {
    const fillersIn = async (language: string) =>
      (await assistants.read(await assistants.id({ language }))).filler_config
    expect((await fillersIn('German')).neutral).toEqual(['Okay.', 'Alles klar.', 'Einen Moment.'])
    expect(await fillersIn('Thai')).toEqual(await fillersIn('English'))
  })
})

describe('422 for', () => {
  test('everything that is missing, at once', async () => {
    const { status, body } = await world.api(user.token, 'POST', '/user/assistant', {})
    expect(status).toBe(422)
    expect(body).toEqual(
      refused({
        assistant_name: ['The assistant name field is required.'],
        voice_id: ['The voice id field is required.'],
        language: ['The language field is required.'],
        llm_model: ['The llm model field is required.'],
        calls_direction: ['The calls direction field is required.'],
        engine_type: ['The engine type field is required.'],
        timezone: ['The timezone field is required.'],
        initial_message: ['The initial message field is required.'],
        system_prompt: ['The system prompt field is required.'],
      }),
    )
  })

  test.each(Object.keys(draft))('%s that is null or blank', async (name) => {
    const sentence = `The ${name.replaceAll('_', ' ')} field is required.`
    expect((await assistants.create({ [name]: null })).body).toEqual(refused({ [name]: [sentence] }))
    expect((await assistants.create({ [name]: ' ' })).body).toEqual(refused({ [name]: [sentence] }))
  })

  test('a body that is no object', async () => {
    const { status, body } = await world.api(user.token, 'POST', '/user/assistant', [])
    expect(status).toBe(422)
    expect(body).toEqual(refused({ body: ['The body field must be an object.'] }))
  })

  const entry = { name: 'a', type: 'bool', description: 'x' }
  const url = 'The webhook url field must be a valid URL.'

  test.each<[object, Record<string, string>]>([
    [
      { assistant_name: 'x'.repeat(256) },
      { assistant_name: 'The assistant name field must not be greater than 255 characters.' },
    ],
    [{ assistant_name: 5 }, { assistant_name: 'The assistant name field must be a string.' }],
    [{ voice_id: 1.5 }, { voice_id: 'The voice id field must be an integer.' }],
    [{ voice_id: 'two' }, { voice_id: 'The voice id field must be an integer.' }],
    [{ voice_id: 999 }, { voice_id: 'The selected voice id is invalid.' }],
    [{ voice_id: -1 }, { voice_id: 'The selected voice id is invalid.' }],
    [{ voice_id: 2 ** 60 }, { voice_id: 'The selected voice id is invalid.' }],
    [{ language: 'Klingon' }, { language: 'The selected language is invalid.' }],
    [{ language: 'x'.repeat(101) }, { language: 'The language field must not be greater than 100 characters.' }],
    [{ llm_model: 'gpt-0' }, { llm_model: 'The selected llm model is invalid.' }],
    [{ llm_model: 'x'.repeat(101) }, { llm_model: 'The llm model field must not be greater than 100 characters.' }],
    [{ llm_model: 'gpt-realtime' }, { llm_model: 'The selected llm model is invalid.' }],
    [{ calls_direction: 'both' }, { calls_direction: 'The selected calls direction is invalid.' }],
    [{ engine_type: 'steam' }, { engine_type: 'The selected engine type is invalid.' }],
    [{ timezone: 'Mars/Olympus' }, { timezone: 'The timezone field must be a valid timezone.' }],
    [
      { initial_message: 'x'.repeat(2001) },
      { initial_message: 'The initial message field must not be greater than 2000 characters.' },
    ],
    [
      { system_prompt: 'x'.repeat(60_001) },
      { system_prompt: 'The system prompt field must not be greater than 60000 characters.' },
    ],
    [{ phone_number_id: 'x' }, { phone_number_id: 'The phone number id field must be an integer.' }],
    [{ phone_number_id: 12 }, { phone_number_id: 'The selected phone number id is invalid.' }],
    [{ phone_number_id: 0 }, { phone_number_id: 'The selected phone number id is invalid.' }],
    [{ endpoint_type: 'ear' }, { endpoint_type: 'The selected endpoint type is invalid.' }],
    [
      { endpoint_sensitivity: 5.1 },
      { endpoint_sensitivity: 'The endpoint sensitivity field must be between 0 and 5.' },
    ],
    [
      { interrupt_sensitivity: -0.1 },
      { interrupt_sensitivity: 'The interrupt sensitivity field must be between 0 and 5.' },
    ],
    [
      { ambient_sound_volume: 1.01 },
      { ambient_sound_volume: 'The ambient sound volume field must be between 0 and 1.' },
    ],
    [{ ambient_sound_volume: 'loud' }, { ambient_sound_volume: 'The ambient sound volume field must be a number.' }],
    [{ ambient_sound_volume: '1e-1' }, { ambient_sound_volume: 'The ambient sound volume field must be a number.' }],
    [
      { post_call_evaluation: 'yes' },
      { post_call_evaluation: 'The post call evaluation field must be true or false.' },
    ],
    [{ is_webhook_active: 'true' }, { is_webhook_active: 'The is webhook active field must be true or false.' }],
    [{ is_webhook_active: true }, { webhook_url: 'The webhook url field is required when is webhook active is true.' }],
    [{ is_webhook_active: true, webhook_url: 'x' }, { webhook_url: url }],
    [{ webhook_url: 'ftp://a.example' }, { webhook_url: url }],
    [{ webhook_url: 'http://a.example' }, { webhook_url: url }],
    [{ webhook_url: 'https://user:secret@a.example' }, { webhook_url: url }],
    [{ webhook_url: `https://a.example/${'x'.repeat(2048)}` }, { webhook_url: url }],
    [{ webhook_url: 7 }, { webhook_url: 'The webhook url field must be a string.' }],
    [{ min_interrupt_words: 11 }, { min_interrupt_words: 'The min interrupt words field must be between 0 and 10.' }],
    [{ variables: 'x' }, { variables: 'Variables must be an array' }],
    [{ variables: ['x'] }, { variables: 'Variables must be an array' }],
    [{ post_call_schema: {} }, { post_call_schema: 'The post call schema field must be an array.' }],
    [{ post_call_schema: [5] }, { 'post_call_schema.0': 'The post call schema.0 field must be an object.' }],
    [
      { post_call_schema: [entry, {}] },
      {
        'post_call_schema.1.name': 'The post call schema.1.name field is required.',
        'post_call_schema.1.type': 'The post call schema.1.type field is required.',
        'post_call_schema.1.description': 'The post call schema.1.description field is required.',
      },
    ],
    [
      { post_call_schema: [{ ...entry, name: 'no blanks' }] },
      { 'post_call_schema.0.name': 'The post call schema.0.name field format is invalid.' },
    ],
    ...['score', 'sentiment', 'outcome', '__proto__'].map((name): [object, Record<string, string>] => [
      { post_call_schema: [entry, { ...entry, name }] },
      { 'post_call_schema.1.name': 'The selected post call schema.1.name is invalid.' },
    ]),
    [
      { post_call_schema: [{ ...entry, type: 'boolean' }] },
      { 'post_call_schema.0.type': 'The selected post call schema.0.type is invalid.' },
    ],
    [
      { post_call_schema: [{ ...entry, description: 'x'.repeat(501) }] },
      {
        'post_call_schema.0.description':
          'The post call schema.0.description field must not be greater than 500 characters.',
      },
    ],
    [
      { post_call_schema: Array.from({ length: 33 }, () => entry) },
      { post_call_schema: 'The post call schema field must not have more than 32 items.' },
    ],
    ...[{ 'end_call_tool.description': 'x'.repeat(501) }, { end_call_tool: { description: 'x'.repeat(501) } }].map(
      (tool): [object, Record<string, string>] => [
        tool,
        { 'end_call_tool.description': 'The end call tool.description field must not be greater than 500 characters.' },
      ],
    ),
    [{ llm_temperature: 1.1 }, { llm_temperature: 'The llm temperature field must be between 0 and 1.' }],
    [{ voice_stability: -1 }, { voice_stability: 'The voice stability field must be between 0 and 1.' }],
    [{ voice_similarity: 2 }, { voice_similarity: 'The voice similarity field must be between 0 and 1.' }],
    [{ speech_speed: 0.69 }, { speech_speed: 'The speech speed field must be between 0.7 and 1.2.' }],
    [{ speech_speed: 1.21 }, { speech_speed: 'The speech speed field must be between 0.7 and 1.2.' }],
    [
      { re_engagement_interval: 6 },
      { re_engagement_interval: 'The re engagement interval field must be between 7 and 600.' },
    ],
    [
      { re_engagement_interval: 7.5 },
      { re_engagement_interval: 'The re engagement interval field must be an integer.' },
    ],
    [{ max_call_duration: 19 }, { max_call_duration: 'The max call duration field must be between 20 and 1200.' }],
    [{ max_call_duration: 1201 }, { max_call_duration: 'The max call duration field must be between 20 and 1200.' }],
    [
      { max_silence_duration: 0 },
      { max_silence_duration: 'The max silence duration field must be between 1 and 120.' },
    ],
    [{ who_speaks_first: 'Nobody' }, { who_speaks_first: 'The selected who speaks first is invalid.' }],
  ])('%j', async (written, sentences) => {
    const { status, body } = await assistants.create(written)
    expect(status).toBe(422)
    const errors = Object.fromEntries(Object.entries(sentences).map(([path, sentence]) => [path, [sentence]]))
    expect(body).toEqual(refused(errors))
  })

  test('what the form, the catalogue and the store find, all at once', async () => {
    const { body } = await assistants.create({
      assistant_name: '',
      voice_id: 999,
      phone_number_id: 12,
      is_webhook_active: true,
      speech_speed: 9,
      llm_model: 'gpt-realtime',
    })
    expect(Object.keys(body.errors).sort()).toEqual(
      ['assistant_name', 'llm_model', 'phone_number_id', 'speech_speed', 'voice_id', 'webhook_url'].sort(),
    )
  })
})

describe('a voice', () => {
  test.each([
    ['multimodal', pipelineVoice],
    ['pipeline', multimodalVoice],
  ])('must suit the %s engine', async (engine_type, voice_id) => {
    const { status, body } = await assistants.create({ engine_type, voice_id })
    expect(status).toBe(422)
    expect(body).toEqual(refused({ voice_id: [`The selected voice does not support the ${engine_type} engine.`] }))
  })

  test('of the user’s own may be chosen, somebody else’s may not', async () => {
    const other = await world.user()
    const voice = { name: 'Mine', mode: 'pipeline', provider: 'ElevenLabs', provider_voice: 'x' } as const
    const [own, foreign] = [world.newId(), world.newId()]
    await world.services.voices.create(user.id, { ...voice, id: own })
    await world.services.voices.create(other.id, { ...voice, id: foreign })
    expect((await assistants.create({ voice_id: own })).status).toBe(201)
    const { body } = await assistants.create({ voice_id: foreign })
    expect(body).toEqual(refused({ voice_id: ['The selected voice id is invalid.'] }))
  })
})

describe('the model of a multimodal assistant', () => {
  test.each([
    ['gpt-realtime-2', null, 104],
    ['gpt-4.1', 14, 101],
  ])('%s: text %s, realtime %s', async (llm_model, llm_model_id, multimodal_model_id) => {
    const id = await assistants.id({ engine_type: 'multimodal', voice_id: multimodalVoice, llm_model })
    expect(await assistants.read(id)).toMatchObject({ mode: 'multimodal', llm_model_id, multimodal_model_id })
  })
})

describe('a number', () => {
  const unavailable = refused({
    phone_number_id: ['The selected phone number is not available for inbound assistants.'],
  })

  test('is the inbound assistant’s own from the moment that it is created', async () => {
    const { id: phone_number_id } = await world.number(user)
    const id = await assistants.id({ calls_direction: 'receive', phone_number_id })
    expect(await assistants.read(id)).toMatchObject({ type: 'inbound', phone_number_id })
    const again = await assistants.create({ calls_direction: 'receive', phone_number_id: String(phone_number_id) })
    expect(again.status).toBe(422)
    expect(again.body).toEqual(unavailable)
  })

  test('that cannot be answered is refused for inbound and taken for outbound', async () => {
    const unfit = [
      await world.number(user, { type_label: 'Caller ID' }),
      await world.number(user, { expires_at: world.clock.now() }),
      await world.number(user),
    ]
    await assistants.id({ calls_direction: 'receive', phone_number_id: unfit[2]?.id })
    for (const { id: phone_number_id } of unfit) {
      expect((await assistants.create({ calls_direction: 'receive', phone_number_id })).body).toEqual(unavailable)
      expect((await assistants.create({ calls_direction: 'make', phone_number_id })).status).toBe(201)
    }
  })

  test('that expires later can be answered until then', async () => {
    const { id: phone_number_id } = await world.number(user, { expires_at: world.clock.now() + dayMs })
    expect((await assistants.create({ calls_direction: 'receive', phone_number_id })).status).toBe(201)
  })

  test('may serve many outbound assistants', async () => {
    const { id: phone_number_id } = await world.number(user)
    for (const _ of [1, 2]) expect((await assistants.create({ phone_number_id })).status).toBe(201)
    expect(await world.services.numbers.find(user.id, phone_number_id)).not.toHaveProperty('inbound_assistant_id')
  })

  test('of somebody else is not known', async () => {
    const other = await world.user()
    const { id: phone_number_id } = await world.number(other)
    const { body } = await assistants.create({ phone_number_id })
    expect(body).toEqual(refused({ phone_number_id: ['The selected phone number id is invalid.'] }))
  })

  test('that ten requests want goes to one, and the others leave nothing', async () => {
    const { id: phone_number_id } = await world.number(user)
    const body = { assistant_name: 'Racer', calls_direction: 'receive', phone_number_id }
    const replies = await Promise.all(Array.from({ length: 10 }, () => assistants.create(body)))
    const winners = replies.filter(({ status }) => status === 201)
    expect(winners).toHaveLength(1)
    for (const { status, body } of replies) if (status !== 201) expect(body).toEqual(unavailable)
    const racers = (await world.services.assistants.list(user.id)).filter(({ name }) => name === 'Racer')
    expect(racers.map(({ id }) => id)).toEqual([winners[0]?.body.data.id])
    expect(await world.services.numbers.find(user.id, phone_number_id)).toMatchObject({
      inbound_assistant_id: racers[0]?.id,
    })
  })
})

test.each(['http://localhost:8080/x', 'http://127.0.0.1/x', 'http://127.9.8.7', 'http://[::1]:9/'])(
  'the local stack may call %s',
  async (webhook_url) => {
    expect((await assistants.create({ webhook_url, is_webhook_active: true })).status).toBe(201)
  },
)

test('an idempotency key makes one assistant of two requests', async () => {
  const send = () => world.api(user.token, 'POST', '/user/assistant', draft, { 'idempotency-key': 'once' })
  const first = await send()
  const second = await send()
  expect(second.text).toBe(first.text)
  expect(second.headers.get('idempotency-replayed')).toBe('true')
})

test('a repeated request after a crash finds its assistant and number', async () => {
  const { id: phone_number_id } = await world.number(user)
  const body = { ...draft, assistant_name: 'Survivor', calls_direction: 'receive', phone_number_id }
  const send = () => world.api(user.token, 'POST', '/user/assistant', body, { 'idempotency-key': 'crash' })
  broken = /"answer"/
  expect((await send()).status).toBe(500)
  broken = undefined
  await world.run(120)
  const { status, body: reply } = await send()
  expect(status).toBe(201)
  const survivors = (await world.services.assistants.list(user.id)).filter(({ name }) => name === 'Survivor')
  expect(survivors).toMatchObject([{ id: reply.data.id, phone_number_id }])
})

test('500 when the table fails', async () => {
  broken = /#assistant"/
  const { status, body } = await assistants.create()
  broken = undefined
  expect(status).toBe(500)
  expect(body).toEqual({ message: 'Assistant creation failed' })
})
