import { describe, expect, test } from 'vitest'
import { numbers } from '../../shared/data/account/numbers.ts'
import { assistantDrafts } from '../../shared/data/assistants/assistant-drafts.ts'
import { assistants } from '../../shared/data/assistants/assistants.ts'
import { tools } from '../../shared/data/assistants/tools.ts'
import { voices } from '../../shared/data/assistants/voices.ts'
import { userData } from '../../shared/data/people/user-data.ts'
import { callingRules } from '../../shared/data/rules/calling-rules.ts'
import type { OwnedNumber } from '../../shared/domain/account/number.ts'
import type { Draft } from '../../shared/domain/assistants/assistant-draft.ts'
import { type Tool, toolsMax } from '../../shared/domain/tools/tool.ts'
import { phoneKey, toolSecretKey, voiceKey } from '../../shared/table/keys.ts'
import { must } from '../../shared/words/must.ts'
import { assistantFor } from '../fixtures.ts'
import { overtake, slowerOf, type Worker, worker, world } from './meet.ts'

describe('an assistant', () => {
  const made = async () => {
    const user = await world.user()
    const id = await assistantFor(world, user)
    const assistant = must(await assistants(worker()).find(user.id, id), 'assistant')
    const number = await world.number(user)
    const inbound = { ...assistant, type: 'inbound' as const, phone_number_id: number.id }
    const numberNow = () => numbers(worker()).find(user.id, number.id)
    return { user, id, assistant, inbound, numberNow }
  }

  test('is created once by two workers with the same id', async () => {
    const { assistant } = await made()
    const create = (parts: Worker) => assistants(parts).create({ ...assistant, id: assistant.id + 1 })
    expect(await slowerOf(create)).toBe('clash')
  })

  test('is not changed by what another worker made impossible', async () => {
    const { assistant, inbound } = await made()
    const change = (parts: Worker) =>
      assistants(parts).replace(assistant, { ...assistant, webhook_url: 'https://a.example' })
    expect(await overtake(change, (parts) => assistants(parts).replace(assistant, inbound))).toBeUndefined()
  })

  test('keeps the faster worker’s change as a version', async () => {
    const { assistant } = await made()
    const rename = (name: string) => (parts: Worker) => assistants(parts).replace(assistant, { ...assistant, name })
    expect(await overtake(rename('slow'), rename('fast'))).toBeUndefined()
    expect(await assistants(worker()).find(assistant.user_id, assistant.id)).toMatchObject({ name: 'fast', version: 2 })
  })

  test('frees the number that it gets while it is deleted', async () => {
    const { user, id, assistant, inbound, numberNow } = await made()
    const remove = (parts: Worker) => assistants(parts).remove(user.id, id)
    expect(await overtake(remove, (parts) => assistants(parts).replace(assistant, inbound))).toBe(true)
    expect(await numberNow()).not.toHaveProperty('inbound_assistant_id')
  })

  test('does not get the number of another one', async () => {
    const { inbound, numberNow } = await made()
    const create = (id: number) => (parts: Worker) => assistants(parts).create({ ...inbound, id })
    expect(await overtake(create(inbound.id + 1), create(inbound.id + 2))).toBe('number_taken')
    expect(await numberNow()).toMatchObject({ inbound_assistant_id: inbound.id + 2 })
  })
})

describe('a draft of an assistant', () => {
  const made = async () => {
    const user = await world.user()
    const assistant_id = await assistantFor(world, user)
    const own = { user_id: user.id, assistant_id, changes: {}, note: null, token_id: 't', updated_at: 0 }
    const draft = (revision: number): Draft => ({ ...own, revision })
    const replace = (before: Draft | undefined, after: Draft) => (parts: Worker) =>
      assistantDrafts(parts).replace(before, after)
    return { user, assistant_id, draft, replace, find: () => assistantDrafts(worker()).find(user.id, assistant_id) }
  }

  test('is begun by one of two workers', async () => {
    const { draft, replace, find } = await made()
    expect(await overtake(replace(undefined, draft(1)), replace(undefined, draft(2)))).toBe(false)
    expect(await find()).toMatchObject({ revision: 2 })
  })

  test('is changed by one of two workers', async () => {
    const { draft, replace, find } = await made()
    await replace(undefined, draft(1))(worker())
    expect(await overtake(replace(draft(1), draft(2)), replace(draft(1), draft(3)))).toBe(false)
    expect(await find()).toMatchObject({ revision: 3 })
  })

  test('is not written for an assistant that is deleted meanwhile', async () => {
    const { user, assistant_id, draft, replace, find } = await made()
    const remove = (parts: Worker) => assistants(parts).remove(user.id, assistant_id)
    expect(await overtake(replace(undefined, draft(1)), remove)).toBe(false)
    expect(await find()).toBeUndefined()
  })

  test('is deleted by one of two workers', async () => {
    const { user, assistant_id, draft, replace } = await made()
    await replace(undefined, draft(1))(worker())
    const remove = (parts: Worker) => assistantDrafts(parts).remove(user.id, assistant_id)
    expect(await slowerOf(remove)).toBe(false)
  })
})

describe('a phone number', () => {
  const newNumber = async (phone_number: string): Promise<OwnedNumber> => ({
    ...{ id: world.newId(), user_id: (await world.user()).id, phone_number },
    ...{ country_code: 'US', type_label: 'Normal', can_send_sms: true },
  })
  const create = (number: OwnedNumber) => (parts: Worker) => numbers(parts).create(number)

  test('belongs to one of two users', async () => {
    const [one, other] = [await newNumber('+12025560901'), await newNumber('+12025560901')]
    expect(await overtake(create(one), create(other))).toBe('taken')
    expect(await numbers(worker()).ownerOf('+12025560901')).toMatchObject({ user_id: other.user_id })
  })

  test('is not overwritten by one with the same id', async () => {
    const one = await newNumber('+12025560902')
    expect(await overtake(create(one), create({ ...one, phone_number: '+12025560903' }))).toBe('clash')
  })

  test('is not renamed while it is erased', async () => {
    const one = await newNumber('+12025560905')
    await create(one)(worker())
    const rename = (parts: Worker) => numbers(parts).rename(one.user_id, one.id, 'Front desk')
    expect(await overtake(rename, (parts) => userData(parts).erase(one.user_id, 'number'))).toBe(false)
    expect(await numbers(worker()).list(one.user_id)).toEqual([])
  })

  test('stays with its new owner while the old one is erased', async () => {
    const [one, other] = [await newNumber('+12025560904'), await newNumber('+12025560904')]
    await create(one)(worker())
    const eraseOld = (parts: Worker) => userData(parts).erase(one.user_id, 'number')
    await overtake(eraseOld, async (parts) => {
      await eraseOld(parts)
      await create(other)(parts)
    })
    expect(await world.parts.table.get(phoneKey('+12025560904'))).toMatchObject({ user_id: other.user_id })
  })
})

describe('a tool', () => {
  const newTool = async (): Promise<Tool> => ({
    ...{ id: world.newId(), user_id: (await world.user()).id, name: 'look_up', description: 'Looks up' },
    ...{ endpoint: 'https://a.example', method: 'GET', timeout_seconds: 10, headers: [], parameters: [] },
    ...{ updated_at: 0, revision: 1 },
  })
  const create = (tool: Tool) => (parts: Worker) => tools(parts).create(tool, undefined)
  const countOf = ({ user_id }: Tool) => world.parts.table.get<{ tools: number }>(toolSecretKey(user_id, 0))

  test('is created once by two workers with the same id', async () => {
    const tool = await newTool()
    expect(await slowerOf(create(tool))).toBe('clash')
    expect(await countOf(tool)).toMatchObject({ tools: 1 })
  })

  test('is the last of a user for one of two workers', async () => {
    const tool = await newTool()
    await world.parts.table.write([{ put: { ...toolSecretKey(tool.user_id, 0), tools: toolsMax - 1 } }])
    expect(await overtake(create(tool), create({ ...tool, id: tool.id + 1 }))).toBe('full')
  })

  test('is changed by one of two workers', async () => {
    const tool = await newTool()
    await create(tool)(worker())
    const change = (name: string) => (parts: Worker) => tools(parts).replace(tool, { ...tool, name, revision: 2 })
    expect(await overtake(change('slow'), change('fast'))).toBe(false)
  })

  test('is deleted and counted once by two workers', async () => {
    const tool = await newTool()
    await create(tool)(worker())
    expect(await slowerOf((parts) => tools(parts).remove(tool.user_id, tool.id))).toBe(false)
    expect(await countOf(tool)).toMatchObject({ tools: 0 })
  })
})

test('a voice is created once by two workers with the same id', async () => {
  const { id } = await world.user()
  const voice = must((await voices(worker()).list(id))[0], 'voice')
  const create = (name: string) => (parts: Worker) => voices(parts).create(id, { ...voice, id: 9e9, name })
  expect(await overtake(create('slow'), create('fast'))).toBe(false)
  expect(await world.parts.table.get(voiceKey(id, 9e9))).toMatchObject({ name: 'fast' })
})

test('a calling rule keeps the change of the faster of two workers', async () => {
  const { id: user_id } = await world.user()
  const rule = { user_id, region: 'DE', keeps_closed_days: true, updated_at: 1, revision: 1 }
  const replace = (updated_at: number) => (parts: Worker) =>
    callingRules(parts).replace(undefined, { ...rule, updated_at })
  expect(await overtake(replace(2), replace(1))).toBe(false)
  expect(await callingRules(worker()).find(user_id, 'DE')).toMatchObject({ updated_at: 1 })
})
