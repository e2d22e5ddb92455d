import { describe, expect, test } from 'vitest'
import { idempotency } from '../../shared/data/account/idempotency.ts'
import { calls } from '../../shared/data/calls/calls.ts'
import { carrierCalls } from '../../shared/data/calls/carrier-calls.ts'
import { conversations } from '../../shared/data/conversations/conversations.ts'
import { callDetailKey, callKey } from '../../shared/table/keys.ts'
import { awaitedTalk, ringingCall } from '../fixtures.ts'
import { overtake, slowerOf, type Worker, worker, world } from './meet.ts'
import { type callFor, erase, refOf } from './records.ts'

const detail = { variables: {}, input_variables: {} }
const newCall = async () => {
  const { id: user_id } = await world.user()
  return ringingCall({ id: world.newId(), user_id, assistant_id: 1 }, world.clock.now())
}
const recorded = async (more: Parameters<typeof callFor>[1] = {}) => {
  const call = { ...(await newCall()), ...more }
  await calls(worker()).open(call, detail)
  return call
}
const detailOf = async (call: { user_id: number; id: number }) =>
  (await calls(worker()).details([refOf({ ...(await newCall()), ...call })]))[0]

describe('a call', () => {
  test('is recorded once by two workers with the same id', async () => {
    const call = await newCall()
    const open = (parts: Worker) => calls(parts).open(call, detail)
    const forgetDetail = async (parts: Worker) => {
      await open(parts)
      await erase(call.user_id, 'call-detail')
    }
    expect(await overtake(open, forgetDetail)).toBe('exists')
  })

  test('of a visitor takes the last place of the widget from another visitor', async () => {
    const call = { ...(await newCall()), type: 'web' as const, is_visit: true }
    const expecting = (parts: Worker) => calls(parts).open({ ...call, id: world.newId() }, detail, 1)
    expect(await overtake(expecting, expecting)).toBe('busy')
  })

  test('that the carrier made is recorded once by two workers', async () => {
    const { id: _id, ...call } = { ...(await newCall()), carrier_sid: `CA${world.newId()}` }
    const refs: unknown[] = []
    const receive = async (parts: Worker) => {
      refs.push(await calls(parts).receive(call, detail))
    }
    await slowerOf(receive)
    expect(refs[1]).toEqual(refs[0])
    expect(await calls(worker()).since(call.user_id, 0)).toHaveLength(1)
  })

  test('of the carrier belongs to the first of two calls that adopt it', async () => {
    const sid = `CA${world.newId()}`
    const [one, other] = [await recorded(), await recorded()]
    const adopt = (call: typeof one) => (parts: Worker) => calls(parts).adopt(refOf(call), sid)
    expect(await overtake(adopt(one), adopt(other))).toBe(false)
    expect(await calls(worker()).ofCarrier(sid)).toEqual(refOf(other))
  })

  test('passes from a guess to the call that the carrier names', async () => {
    const sid = `CA${world.newId()}`
    const [guess, one, other] = [await recorded(), await recorded(), await recorded()]
    await calls(worker()).adopt(refOf(guess), sid)
    const own = (call: typeof one) => (parts: Worker) => carrierCalls(parts).isOwn(refOf(call), sid)
    const isPassed = (writes: object[]) => writes.length === 1 && 'when' in (writes[0] ?? {}) && ++seen === 2
    let seen = 0
    expect(await overtake(own(one), own(other), isPassed)).toBe(false)
    expect(await calls(worker()).ofCarrier(sid)).toEqual(refOf(other))
  })

  test('has no detail again when it is deleted while its recording is kept', async () => {
    const call = await recorded()
    const keep = (parts: Worker) => calls(parts).keep(refOf(call), { recording_key: 'a.mp3' })
    expect(await overtake(keep, (parts) => calls(parts).remove(call, undefined))).toBe(false)
    expect(await world.parts.table.get(callDetailKey(call.user_id, call.id))).toBeUndefined()
  })

  test('is not deleted when its recording arrives meanwhile', async () => {
    const call = await recorded()
    const keep = (parts: Worker) => calls(parts).keep(refOf(call), { recording_key: 'a.mp3' })
    expect(await overtake((parts) => calls(parts).remove(call, undefined), keep)).toBe(false)
    expect(await detailOf(call)).toMatchObject({ recording_key: 'a.mp3' })
  })

  test('keeps the first of two evaluations', async () => {
    const call = await recorded()
    const evaluate = (text: string) => (parts: Worker) =>
      calls(parts).evaluate(refOf(call), { ...findings, extracted_variables: { text } }, 9e9)
    await overtake(evaluate('slow'), evaluate('fast'))
    expect(await detailOf(call)).toMatchObject({ extracted_variables: { text: 'fast' } })
  })

  const charged = async () => {
    const now = world.clock.now()
    const call = { ...(await newCall()), charged_at: now, closed_at: now }
    await calls(worker()).open(call, detail)
    return call
  }

  test('is noted as an opt-out once by two workers', async () => {
    const call = await charged()
    await slowerOf((parts) => calls(parts).noteOptOut(refOf(call)))
    expect(await calls(worker()).find(refOf(call))).toMatchObject({ opted_out: true, revision: 2 })
  })

  test('is finished once by two workers', async () => {
    const call = await charged()
    await overtake(
      (parts) => calls(parts).finish(refOf(call), 2, { goal: false }),
      (parts) => calls(parts).finish(refOf(call), 1, { goal: false }),
    )
    expect(await calls(worker()).find(refOf(call))).toMatchObject({ evaluated: { at: 1 }, revision: 2 })
  })

  test('has no deadline when it is finished while another worker moves it', async () => {
    const call = await charged()
    await overtake(
      (parts) => calls(parts).awaitEvaluation(call, Number.MAX_SAFE_INTEGER),
      (parts) => calls(parts).finish(refOf(call), 1, { goal: false }),
    )
    expect(await world.parts.table.get(callKey(call.user_id, call.id))).not.toHaveProperty('due_at')
  })
})
const findings = { transcript: '', evaluation: { sentiment: 'neutral' as const, summary: '' }, extracted_variables: {} }

describe('a talk', () => {
  const newOne = async (greeting = '') => {
    const ref = refOf(await newCall())
    return { ref, talk: awaitedTalk({ ...ref, greeting }, world.clock.now()) }
  }

  test('begins once when two workers answer its call', async () => {
    const { talk } = await newOne()
    const begin = (greeting: string) => (parts: Worker) => conversations(parts).begin({ ...talk, greeting })
    expect(await overtake(begin('slow'), begin('fast'))).toMatchObject({ greeting: 'fast' })
  })

  test('keeps both changes of two workers', async () => {
    const { ref, talk } = await newOne()
    await conversations(worker()).begin(talk)
    const change = (more: object) => (parts: Worker) =>
      conversations(parts).change(ref, (seen) => ({ talk: { ...seen, ...more }, settled: [] }))
    await overtake(change({ said: 'Hello' }), change({ utterances: 3 }))
    expect(await conversations(worker()).find(ref)).toMatchObject({ said: 'Hello', utterances: 3 })
  })

  test('keeps an exchange of one of two workers', async () => {
    const { ref } = await newOne()
    const keep = (text: string) => (parts: Worker) =>
      conversations(parts).keep(ref, [{ place: 0, utterance: { sender: 'human', text, at: 1 } }])
    expect(await overtake(keep('slow'), keep('fast'))).toBe(false)
    expect((await conversations(worker()).utterances(ref)).map(({ text }) => text)).toEqual(['fast'])
  })

  test('does not take words of a turn that another worker ended', async () => {
    const { ref, talk } = await newOne()
    await conversations(worker()).begin(talk)
    const next = (parts: Worker) =>
      conversations(parts).change(ref, (seen) => ({ talk: { ...seen, turn: seen.turn + 1 }, settled: [] }))
    const say = (parts: Worker) => conversations(parts).say(ref, talk.turn, { said: 'Late', now: 1 })
    expect(await overtake(say, next)).toBe(false)
    expect(await conversations(worker()).find(ref)).not.toMatchObject({ said: 'Late' })
  })
})

describe('a request with a key', () => {
  const keyed = async () => ({
    ...{ user_id: (await world.user()).id, operation: 'create-lead', key_hash: 'k', request_hash: 'r' },
  })

  test('is carried out by one of two workers', async () => {
    const request = await keyed()
    expect(await slowerOf((parts) => idempotency(parts).begin(request, 1, 1000))).toEqual({ state: 'running' })
  })

  test('whose worker died is carried out by one of two others', async () => {
    const request = await keyed()
    await idempotency(worker()).begin(request, 1, 1000)
    const begin = (parts: Worker) => idempotency(parts).begin(request, 2, 100_000)
    expect(await overtake(begin, begin, ([write]) => write !== undefined && 'update' in write)).toEqual({
      state: 'running',
    })
  })
})
