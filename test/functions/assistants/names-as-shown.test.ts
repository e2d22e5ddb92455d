import { beforeAll, describe, expect, test } from 'vitest'
import { useUser, useWorld } from '../../use-world.ts'
import { assistantsOf, draft, multimodalVoice } from './drafts.ts'

const world = useWorld()
const user = useUser(world)
let assistants: ReturnType<typeof assistantsOf>
beforeAll(() => {
  assistants = assistantsOf(world, user)
})

const asShown = {
  name: 'Sales',
  type: 'inbound',
  mode: 'multimodal',
  language_id: 19,
  llm_model_id: 102,
  max_duration: 60,
  reengagement_interval: 15,
  fillers: 1,
  record: true,
  enable_noise_cancellation: false,
  wait_for_customer: true,
  filler_config: { question: ['Well.'] },
  ambient_sound: 'office',
}
const shown = {
  ...asShown,
  language: 'German',
  llm_model_id: null,
  multimodal_model_id: 102,
  filler_config: expect.objectContaining({ question: ['Well.'], neutral: ['Okay.', 'Alles klar.', 'Einen Moment.'] }),
}
const others = { timezone: draft.timezone, initial_message: 'Hallo.', system_prompt: 'Be brief.' }

describe('on create', () => {
  test('201 when every field has the name that lists show', async () => {
    const created = await assistants.create({
      ...others,
      ...asShown,
      voice_id: multimodalVoice,
      assistant_name: undefined,
      language: undefined,
      llm_model: undefined,
      calls_direction: undefined,
      engine_type: undefined,
    })
    expect(created.body).toMatchObject({ data: { name: 'Sales', type: 'inbound', mode: 'multimodal' } })
    expect(created.status).toBe(201)
    expect(await assistants.read(created.body.data.id)).toMatchObject(shown)
  })

  test('422 for a name that is there under neither name', async () => {
    const { status, body } = await assistants.create({ assistant_name: null, name: ' ' })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ assistant_name: ['The assistant name field is required.'] })
  })

  test('201 with a field that is no setting', async () => {
    expect((await assistants.create({ nickname: 'Ann' })).status).toBe(201)
  })
})

describe('on update', () => {
  test.each(Object.entries(asShown).filter(([name]) => !['mode', 'llm_model_id'].includes(name)))(
    '%s is changed',
    async (name, value) => {
      const id = await assistants.id()
      expect((await assistants.update(id, { [name]: value })).status).toBe(200)
      const expected: Record<string, unknown> = {
        ...shown,
        filler_config: expect.objectContaining({ question: ['Well.'] }),
      }
      expect(await assistants.read(id)).toMatchObject({ [name]: expected[name] })
    },
  )

  test('200 for everything that was read, sent back, and nothing has changed', async () => {
    const settings = { engine_type: 'multimodal', voice_id: multimodalVoice, llm_model: 'gpt-realtime-mini' }
    for (const more of [{}, settings]) {
      const id = await assistants.id(more)
      await assistants.update(id, { llm_model: draft.llm_model })
      const before = await assistants.read(id)
      expect((await assistants.update(id, before)).status).toBe(200)
      expect({ ...(await assistants.read(id)), updated_at: '' }).toEqual({ ...before, updated_at: '' })
    }
  })

  test('record: false is no change in vain', async () => {
    const id = await assistants.id({ record_call: true })
    await assistants.update(id, { record: false })
    expect(await assistants.read(id)).toMatchObject({ record: false })
  })

  test('422 with the names when none of them is a setting, 404 before that', async () => {
    const id = await assistants.id()
    const refused = await assistants.update(id, { recording: false, nickname: 'Ann' })
    expect(refused.status).toBe(422)
    expect(refused.body).toEqual({ message: 'Invalid fields: recording, nickname' })
    expect((await assistants.update(1, { recording: false })).status).toBe(404)
  })

  test('200 when one of them is a setting, or nothing is sent', async () => {
    const id = await assistants.id()
    expect((await assistants.update(id, { nickname: 'Ann', record: true })).status).toBe(200)
    expect((await assistants.update(id, {})).status).toBe(200)
  })
})

test.each([
  ['name', { assistant_name: 'One', name: 'Two' }, 'The name field must say the same as assistant name.'],
  ['type', { calls_direction: 'make', type: 'inbound' }, 'The type field must say the same as calls direction.'],
  ['language_id', { language: 'English', language_id: 19 }, 'The language id field must say the same as language.'],
  ['record', { record_call: true, record: '0' }, 'The record field must say the same as record call.'],
])('422 when both names of %s say different things', async (name, fields, sentence) => {
  const { status, body } = await assistants.update(await assistants.id(), fields)
  expect(status).toBe(422)
  expect(body.errors).toEqual({ [name]: [sentence] })
})

test('200 when both names say the same', async () => {
  const same = {
    assistant_name: 'One',
    name: ' One ',
    language: 'German',
    language_id: '19',
    record_call: 1,
    record: true,
  }
  expect((await assistants.update(await assistants.id(), same)).status).toBe(200)
})

test.each([
  ['language_id', 999, 'The selected language id is invalid.'],
  ['llm_model_id', 999, 'The selected llm model id is invalid.'],
  ['type', 'web', 'The selected type is invalid.'],
  ['max_duration', 5, 'The max duration field must be between 20 and 1200.'],
  ['wait_for_customer', 'yes', 'The wait for customer field must be true or false.'],
])('422 for a %s that cannot be', async (name, value, sentence) => {
  const { status, body } = await assistants.update(await assistants.id(), { [name]: value })
  expect(status).toBe(422)
  expect(body.errors).toEqual({ [name]: [sentence] })
})

describe('a voice', () => {
  const german = 117
  const refusal = (name: string) => ({ voice_id: [`The selected voice does not speak ${name}.`] })

  test.each([
    ['English', german],
    ['English', 210],
    ['German', 206],
  ])('422 when it cannot speak %s (%i)', async (language, voice_id) => {
    const { status, body } = await assistants.create({ language, voice_id })
    expect(status).toBe(422)
    expect(body.errors).toEqual(refusal(language))
  })

  test('201 for a neighbour of the language', async () => {
    expect((await assistants.create({ language: 'English', voice_id: 206 })).status).toBe(201)
    expect((await assistants.create({ language: 'Hindi', voice_id: 209 })).status).toBe(201)
  })

  test('returns 422 for an update that separates voice and name', async () => {
    const id = await assistants.id({ language: 'German', voice_id: german })
    expect((await assistants.update(id, { language: 'French' })).body.errors).toEqual(refusal('French'))
    expect((await assistants.update(id, { voice_id: 206 })).body.errors).toEqual(refusal('German'))
    expect((await assistants.update(id, { language: 'French', voice_id: 125 })).status).toBe(200)
  })

  test('a pair that is stored from before may stay while other things change', async () => {
    const id = await assistants.id()
    const { user_id } = await assistants.read(id)
    const stored = await world.services.assistants.find(user_id, id)
    if (!stored) throw new Error('No such assistant')
    await world.services.assistants.replace(stored, { ...stored, voice_id: german, updated_at: stored.updated_at + 1 })
    expect((await assistants.update(id, { speech_speed: 1.1 })).status).toBe(200)
  })
})

const invalid = 'The selected multimodal model id is invalid.'

describe('multimodal_model_id', () => {
  const multimodal = { engine_type: 'multimodal', voice_id: multimodalVoice }
  const alone = { ...multimodal, llm_model: undefined, multimodal_model_id: 104 }
  const models = async (id: number) => {
    const { llm_model_id, multimodal_model_id } = await assistants.read(id)
    return [llm_model_id, multimodal_model_id]
  }

  test.each<[string, object, object]>([
    ['without llm_model', alone, [null, 104]],
    ['with a text model', { ...alone, llm_model: 'gpt-4.1' }, [14, 104]],
    ['with the id of a text model', { ...alone, llm_model_id: 14 }, [14, 104]],
    ['with the same realtime model', { ...alone, llm_model: 'gpt-realtime-2' }, [null, 104]],
  ])('creates an assistant %s', async (_what, fields, expected) => {
    expect(await models(await assistants.id(fields))).toEqual(expected)
  })

  test('changes the realtime model and keeps the text model', async () => {
    const id = await assistants.id({ ...multimodal, llm_model: 'gpt-4.1' })
    expect((await assistants.update(id, { multimodal_model_id: '103' })).status).toBe(200)
    expect(await models(id)).toEqual([14, 103])
    expect((await assistants.update(id, { multimodal_model_id: null, llm_model_id: 15 })).status).toBe(200)
    expect(await models(id)).toEqual([15, 101])
  })

  test.each<[string, object, object]>([
    ['unknown', { ...alone, multimodal_model_id: 999 }, { multimodal_model_id: [invalid] }],
    ['a text model', { ...alone, multimodal_model_id: 14 }, { multimodal_model_id: [invalid] }],
    ['for a pipeline', { multimodal_model_id: 104 }, { multimodal_model_id: [invalid] }],
    [
      'another one than llm_model',
      { ...alone, llm_model: 'gpt-realtime' },
      { multimodal_model_id: ['The multimodal model id field must say the same as llm model.'] },
    ],
    [
      'absent and so is llm_model',
      { ...alone, multimodal_model_id: undefined },
      { llm_model: ['The llm model field is required.'] },
    ],
  ])('answers 422 when it is %s', async (_what, fields, errors) => {
    const { status, body } = await assistants.create(fields)
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors })
  })
})
