import { describe, expect, test } from 'vitest'
import { people } from '../../../shared/data/people/people.ts'
import type { BlacklistEntry } from '../../../shared/domain/account/blacklist-entry.ts'
import { mayAskToBeLeftAlone } from '../../../shared/domain/opt-outs/opt-out.ts'
import { questionsADayMax, silentMsMax } from '../../../shared/domain/opt-outs/opt-out-question.ts'
import { personOf } from '../../../shared/domain/people/mentions.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { callKey, callQuestionKey, questionsOfDayKey, textQuestionKey } from '../../../shared/table/keys.ts'
import { post } from '../../posted.ts'
import { useWorld } from '../../use-world.ts'
import { endCall } from '../calls/ended-call.ts'
import { hint, remark, unhinted } from './opt-out-words.ts'
import { openSender } from './sender.ts'

let hanging = 0
let isEvaluationHanging = false
const crashing = new Set<string>()
const hangMs = 9_000
const world = useWorld({
  open: (entry, parts) => {
    const { id } = entry.operation
    const fetchLate: typeof parts.fetch = async (...request) => {
      if (id === 'evaluate-call' && isEvaluationHanging) await parts.clock.sleep(120_000)
      if (id !== 'judge-opt-out' || hanging === 0) return parts.fetch(...request)
      hanging--
      await parts.clock.sleep(hangMs)
      throw new Error('The model did not answer in time')
    }
    const invoke = entry.open({ ...parts, fetch: fetchLate }, registry)
    return async (event, context) => {
      if (crashing.has(id)) throw new Error('The process died')
      return invoke(event, context)
    }
  },
})

let customers = 0
const newCustomer = () => `+12025551${String(++customers).padStart(3, '0')}`

const entryOf = async (token: string, phone_number: string): Promise<BlacklistEntry | undefined> => {
  const { data } = (await world.api(token, 'GET', '/user/blacklist?per_page=100')).body
  return data.find((entry: BlacklistEntry) => entry.phone_number === phone_number)
}
const questionsOf = (user_id: number) =>
  world.parts.table.query<{ sk: string; state?: string }>({ pk: callQuestionKey(user_id, 0).pk })

const text = async (body: string, seconds = 59) => {
  const { user, number } = await openSender(world)
  const from = newCustomer()
  await world.incomingMessage({ to: number.phone_number, from, body })
  await world.run(seconds)
  return { user, from, entry: await entryOf(user.token, from) }
}

const call = async (words: string, assistant: Record<string, unknown> = {}) => {
  const user = await world.user()
  const ref = await endCall(world, user, { said: [['human', words]], assistant })
  await registry.advanceCallQueue(world.parts).nudge(ref)
  await world.run(59)
  const { client_phone_number = '' } = (await world.services.calls.find(ref)) ?? {}
  return { user, ref, entry: await entryOf(user.token, client_phone_number) }
}

describe('a text that no rule decides', () => {
  test('suppresses its sender for review when a model finds an opt-out', async () => {
    const { user, entry } = await text(hint)
    expect(entry).toMatchObject({ source: 'phrase', needs_review: true })
    const kept = JSON.stringify(await questionsOf(user.id))
    expect(kept).toContain('answered')
    expect(kept).not.toContain('hear the last')
    expect(kept).not.toContain('+1202')
  })

  test('suppresses nothing when a model finds none', async () => {
    const { user, entry } = await text(remark)
    expect(entry).toBeUndefined()
    expect(await questionsOf(user.id)).toMatchObject([{ state: 'answered' }, { asked: 1 }])
  })

  test('asks no model without a hint', async () => {
    const before = world.model.asked().length
    const { user } = await text('Thank you, see you soon!', 5)
    expect(world.model.asked()).toHaveLength(before)
    expect(await questionsOf(user.id)).toEqual([])
  })

  test('that arrives twice is judged once', async () => {
    const { user } = await openSender(world)
    const phone_number = newCustomer()
    const hinted = { user_id: user.id, phone_number, words: [hint], about: { kind: 'text', sms_sid: 'SM7' } } as const
    const questions = registry.optOutQuestions(world.parts)
    const now = world.clock.now()
    const [first, second] = await Promise.all([questions.ask(hinted, now), questions.ask(hinted, now)])
    expect(first).toEqual({ user_id: user.id, key: textQuestionKey(user.id, 'SM7').sk })
    expect(second).toEqual(first)
    if (first) await registry.judgeOptOutQueue(world.parts).send([first, first])
    await world.run(10)
    expect(await entryOf(user.token, phone_number)).toMatchObject({ source: 'phrase' })
    expect(await questions.ask(hinted, world.clock.now())).toBeUndefined()
  })
})

describe('a call whose words no rule decides', () => {
  test.each([
    ['before the call is counted', 0],
    ['after the call was counted', 2],
  ])('counts in its rollout when a model finds an opt-out %s', async (_, slowRequests) => {
    const user = await world.user()
    const ref = await endCall(world, user, { said: [['human', hint]], assistant: { post_call_evaluation: false } })
    const path = `/user/assistants/${(await world.services.calls.find(ref))?.assistant_id}`
    await world.api(user.token, 'PUT', `${path}/draft`, { assistant_name: 'Sales' })
    const canary = { percent: 50, after_calls: 20, guards: [{ metric: 'opt_out_rate', worse_by: 0.1 }] }
    const { data } = (await world.api(user.token, 'POST', `${path}/draft/publish`, { canary })).body
    const { rollout_id } = data
    const set = { rollout_id, assistant_version: 1 }
    await world.parts.table.write([{ update: callKey(user.id, ref.call_id), set }])
    hanging = slowRequests
    await registry.advanceCallQueue(world.parts).nudge(ref)
    await world.run(59)
    expect((await world.api(user.token, 'GET', `${path}/rollout`)).body.live).toMatchObject({ calls: 1, opt_outs: 1 })
  })

  test('suppresses its customer without an evaluation', async () => {
    const { entry } = await call(hint, { post_call_evaluation: false })
    expect(entry).toMatchObject({ source: 'phrase', needs_review: true })
  })

  test('suppresses its customer when the evaluation fails', async () => {
    const { entry } = await call(hint, { system_prompt: 'Sell. [double evaluation: wrong]' })
    expect(entry).toMatchObject({ source: 'phrase' })
  })

  test('suppresses its customer when every worker that evaluates crashes', async () => {
    crashing.add('evaluate-call')
    const { entry } = await call(hint)
    crashing.clear()
    expect(entry).toMatchObject({ source: 'phrase' })
  })

  test('suppresses nothing when a model finds no opt-out', async () => {
    expect((await call(remark, { post_call_evaluation: false })).entry).toBeUndefined()
  })

  test('is not asked about again when its end brings no new words', async () => {
    const { user, ref } = await call(remark, { post_call_evaluation: false })
    const before = world.model.asked().length
    const { client_phone_number: phone_number = '' } = (await world.services.calls.find(ref)) ?? {}
    const about = { kind: 'call', call_id: ref.call_id, is_over: true } as const
    const questions = registry.optOutQuestions(world.parts)
    expect(await questions.ask({ user_id: user.id, phone_number, words: [remark], about }, 1)).toBeUndefined()
    expect(world.model.asked()).toHaveLength(before)
  })
})

describe('a call whose words hint at nothing', () => {
  const asked = () => world.model.asked().length

  test('suppresses its customer when every worker that evaluates crashes', async () => {
    expect(mayAskToBeLeftAlone(unhinted)).toBe(false)
    crashing.add('evaluate-call')
    const { user, entry } = await call(unhinted)
    crashing.clear()
    expect(entry).toMatchObject({ source: 'phrase', needs_review: true })
    expect(await questionsOf(user.id)).toMatchObject([{ state: 'answered', judged: 0, heard: 1 }, { asked: 1 }])
  })

  test('suppresses its customer when the model of the evaluation hangs', async () => {
    isEvaluationHanging = true
    const { entry } = await call(unhinted)
    isEvaluationHanging = false
    expect(entry).toMatchObject({ source: 'phrase' })
    await world.run(300)
  })

  test.each([
    ['is judged by its evaluation alone', {}, 1],
    ['is judged by no model without an evaluation', { post_call_evaluation: false }, 0],
  ])('%s', async (_, assistant, requests) => {
    const before = asked()
    const { user, entry } = await call('I like the blue one.', assistant)
    expect(asked() - before).toBe(requests)
    expect([entry, await questionsOf(user.id)]).toEqual([undefined, []])
  })

  test('is judged once when two workers miss its evaluation, each twice', async () => {
    crashing.add('evaluate-call')
    const user = await world.user()
    const ref = await endCall(world, user, { said: [['human', unhinted]] })
    const queue = registry.judgeOptOutQueue(world.parts)
    await Promise.all([queue.nudge(ref), queue.nudge(ref)])
    await world.run(10)
    await Promise.all([queue.nudge(ref), queue.nudge(ref)])
    await world.run(10)
    crashing.clear()
    expect((await world.api(user.token, 'GET', '/user/blacklist')).body.total).toBe(1)
    expect(await questionsOf(user.id)).toMatchObject([{ state: 'answered' }, { asked: 1 }])
  })

  test('suppresses nothing when its user has no questions left today', async () => {
    const user = await world.user()
    const day = new Date(world.clock.now()).toISOString().slice(0, 10)
    await world.parts.table.write([{ put: { ...questionsOfDayKey(user.id, day), asked: questionsADayMax } }])
    const ref = await endCall(world, user, { said: [['human', 'I like the blue one.']] })
    await registry.judgeOptOutQueue(world.parts).nudge(ref)
    await world.run(10)
    expect((await world.api(user.token, 'GET', '/user/blacklist')).body.total).toBe(0)
    expect((await questionsOf(user.id)).at(0)).toMatchObject({ state: 'answered' })
  })

  test('is not judged when a machine answered', async () => {
    const user = await world.user()
    const ref = await endCall(world, user, { said: [['human', unhinted]], answered_by: 'machine' })
    await registry.judgeOptOutQueue(world.parts).nudge(ref)
    await world.run(10)
    expect(await questionsOf(user.id)).toEqual([])
  })

  test('is judged by no other model once its evaluation has answered', async () => {
    const user = await world.user()
    const ref = await endCall(world, user, { said: [['human', 'I like the blue one.']] })
    const { client_phone_number: phone_number = '' } = (await world.services.calls.find(ref)) ?? {}
    const about = { kind: 'call', call_id: ref.call_id, is_over: true, isAll: true } as const
    const questions = registry.optOutQuestions(world.parts)
    const hinted = { user_id: user.id, phone_number, words: ['I like the blue one.'], about }
    await registry.advanceCallQueue(world.parts).nudge(ref)
    await world.run(30)
    const before = asked()
    const question = await questions.ask(hinted, world.clock.now())
    if (question) await registry.judgeOptOutQueue(world.parts).nudge(question)
    await world.run(10)
    expect(asked()).toBe(before)
    expect(await questions.find(question ?? { user_id: 1, key: '' })).toMatchObject({ state: 'answered' })
    expect((await world.api(user.token, 'GET', '/user/blacklist')).body.total).toBe(0)
  })
})

describe('a text that only a model takes for an opt-out, and a START', () => {
  const mayBeTexted = async (...bodies: string[]) => {
    const { user, number } = await openSender(world)
    const from = newCustomer()
    for (const body of bodies) {
      await world.incomingMessage({ to: number.phone_number, from, body })
      await world.run(30)
    }
    const blacklist = registry.blacklist(world.parts)
    expect(await blacklist.has(user.id, from)).toBe(true)
    return !(await blacklist.refusesTexts(user.id, from))
  }

  test.each<[string[], boolean]>([
    [[hint, 'START'], true],
    [['START', hint], false],
    [[hint, 'START', 'START'], true],
    [[hint, 'START', hint], false],
    [[hint, 'START', 'STOP'], false],
    [['STOP', hint, 'START'], true],
  ])('%j: may be texted again %s', async (bodies, expected) => {
    expect(await mayBeTexted(...bodies)).toBe(expected)
  })

  test('may be texted when the START came before a late answer', async () => {
    const { user, number } = await openSender(world)
    const from = newCustomer()
    hanging = 2
    await world.incomingMessage({ to: number.phone_number, from, body: hint })
    await world.run(3)
    await world.incomingMessage({ to: number.phone_number, from, body: 'START' })
    await world.run(57)
    expect(hanging).toBe(0)
    expect(await entryOf(user.token, from)).toMatchObject({ source: 'phrase' })
    expect(await registry.blacklist(world.parts).refusesTexts(user.id, from)).toBe(false)
  })

  test('may not be texted when an older START arrives again after the text', async () => {
    const { user, number } = await openSender(world)
    const from = newCustomer()
    const blacklist = registry.blacklist(world.parts)
    expect(await blacklist.allowTexts(user.id, from, 'SM11')).toBe(false)
    const form = { To: number.phone_number, From: from, Body: 'START', MessageSid: 'SM11' }
    hanging = 2
    await world.incomingMessage({ to: number.phone_number, from, body: hint })
    await world.run(3)
    expect((await post(world, '/carrier/incoming-message', form)).status).toBe(204)
    await world.run(57)
    expect(await blacklist.refusesTexts(user.id, from)).toBe(true)
  })

  test('may not be texted when the phrase was said in a call', async () => {
    const { user, number } = await openSender(world)
    const from = newCustomer()
    await registry.blacklist(world.parts).add(user.id, from, { cause: 'phrase', needs_review: true })
    await world.incomingMessage({ to: number.phone_number, from, body: 'START' })
    await world.run(1)
    expect(await registry.blacklist(world.parts).refusesTexts(user.id, from)).toBe(true)
  })
})

test.each([1, 2, 3, 4])('is in force within a minute when %i requests to models hang', async (count) => {
  hanging = count
  const { entry } = await text(hint)
  expect(hanging).toBe(0)
  expect(entry).toMatchObject({ source: 'phrase' })
})

test('two workers that meet suppress once', async () => {
  const { user } = await openSender(world)
  const phone_number = newCustomer()
  const about = { kind: 'text', sms_sid: 'SM8' } as const
  const questions = registry.optOutQuestions(world.parts)
  const ref = await questions.ask({ user_id: user.id, phone_number, words: [hint], about }, world.clock.now())
  const queue = registry.judgeOptOutQueue(world.parts)
  if (ref) await Promise.all([queue.nudge(ref), queue.nudge(ref)])
  await world.run(10)
  expect((await world.api(user.token, 'GET', '/user/blacklist')).body.total).toBe(1)
  expect(await questionsOf(user.id)).toMatchObject([{ state: 'answered' }, { asked: 1 }])
})

test('suppresses without a model when its user has no questions left today', async () => {
  const { user, number } = await openSender(world)
  const day = new Date(world.clock.now()).toISOString().slice(0, 10)
  await world.parts.table.write([{ put: { ...questionsOfDayKey(user.id, day), asked: questionsADayMax } }])
  const [from, before] = [newCustomer(), world.model.asked().length]
  await world.incomingMessage({ to: number.phone_number, from, body: remark })
  await world.run(5)
  expect(await entryOf(user.token, from)).toMatchObject({ source: 'phrase', needs_review: true })
  expect(world.model.asked()).toHaveLength(before)
})

test('suppresses when no model answered for a day', async () => {
  const { user } = await openSender(world)
  const phone_number = newCustomer()
  const about = { kind: 'text', sms_sid: 'SM9' } as const
  const opened_at = world.clock.now() - silentMsMax
  const questions = registry.optOutQuestions(world.parts)
  await questions.ask({ user_id: user.id, phone_number, words: [remark], about }, opened_at)
  await world.run(65)
  expect(await entryOf(user.token, phone_number)).toMatchObject({ source: 'phrase', needs_review: true })
})

test('an erasure waits for the answer to an open question', async () => {
  const { user } = await openSender(world)
  const phone_number = newCustomer()
  const about = { kind: 'text', sms_sid: 'SM10' } as const
  const now = world.clock.now()
  const ref = await registry
    .optOutQuestions(world.parts)
    .ask({ user_id: user.id, phone_number, words: [hint], about }, now)
  const erase = () =>
    people(world.parts).erase(
      { user_id: user.id, noun: 'opt-out-question', key: ref?.key ?? '' },
      personOf(phone_number),
      {
        now,
        walked_at: undefined,
      },
    )
  expect(await erase()).toBe('later')
  await world.run(85)
  expect(await erase()).toBe('stays')
})

test('the evaluation makes good a tool call to opt out that was lost', async () => {
  const user = await world.user()
  const assistant = { tools: [{ type: 'do_not_call' }] }
  const ref = await endCall(world, user, { said: [['human', 'I am fine, thanks.']], assistant })
  const now = world.clock.now()
  await registry.toolCalls(world.parts).start(
    ref,
    {
      hash: 'a',
      built_in: { type: 'do_not_call', description: '' },
      name: 'do_not_call',
      args: '{}',
      state: 'started',
      place: 1,
      at: now,
      until: now,
    },
    undefined,
  )
  await registry.advanceCallQueue(world.parts).nudge(ref)
  await world.run(30)
  const { client_phone_number = '' } = (await world.services.calls.find(ref)) ?? {}
  expect(await entryOf(user.token, client_phone_number)).toMatchObject({ source: 'call' })
})
