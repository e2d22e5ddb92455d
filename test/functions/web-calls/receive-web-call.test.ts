import { describe, expect, test } from 'vitest'
import { sign } from '../../../infra/local/carrier/signature.ts'
import { callsPerAddress } from '../../../shared/domain/conversations/visitor.ts'
import { openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { post } from '../../posted.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { openWorld } from '../../world.ts'
import { visitorOf, widgetFor } from '../chats/chat.ts'
import { authToken, relayOf } from '../conversations/line.ts'
import { multimodal } from '../conversations/realtime.ts'
import { askWeb, identityOf, newSid, seenCall, webCallFor } from './web-call.ts'

const world = useWorld()
const user = useUser(world)
const rejected = /<Reject\/>/

const opened = async (more: Record<string, unknown> = {}) =>
  webCallFor(world, user, await assistantFor(world, user, more))

describe('a page that joins', () => {
  test('is connected to the assistant, and the call is in progress', async () => {
    const call = await opened({ initial_message: 'Good morning.' })
    const twiml = await askWeb(world, identityOf(call.token))
    expect(relayOf(twiml).welcomeGreeting).toBe('Good morning.')
    expect(await seenCall(world, user, call.id)).toMatchObject({ status: 'in-progress' })
  })

  test('gets the same answer to repeated and concurrent questions', async () => {
    const identity = identityOf((await opened()).token)
    const sid = newSid()
    const first = await askWeb(world, identity, sid)
    const again = await Promise.all([1, 2, 3].map(() => askWeb(world, identity, sid)))
    expect(again).toEqual([first, first, first])
    const other = identityOf((await opened()).token)
    const [otherSid] = [newSid()]
    const twimls = await Promise.all([1, 2, 3].map(() => askWeb(world, other, otherSid)))
    expect(new Set(twimls.map((twiml) => relayOf(twiml).parameters.ticket)).size).toBe(1)
  })

  test('joins once: a second call with its token is rejected', async () => {
    const call = await opened()
    const identity = identityOf(call.token)
    const twimls = await Promise.all([1, 2, 3, 4].map(() => askWeb(world, identity)))
    expect(twimls.filter((twiml) => !rejected.test(twiml))).toHaveLength(1)
    expect(await askWeb(world, identity)).toMatch(rejected)
  })

  test('is recorded when the assistant records', async () => {
    const call = await opened({ record_call: true })
    expect(await askWeb(world, identityOf(call.token))).toContain('<Start><Recording')
  })

  test('cannot choose another assistant by parameters of its own', async () => {
    const [one, other] = [await opened({ initial_message: 'One.' }), await opened({ initial_message: 'Other.' })]
    const more = {
      call: identityOf(other.token),
      To: identityOf(other.token),
      Caller: `client:${identityOf(other.token)}`,
    }
    expect(relayOf(await askWeb(world, identityOf(one.token), newSid(), more)).welcomeGreeting).toBe('One.')
  })
})

describe('rejects', () => {
  test('a page that comes too late', async () => {
    const call = await opened()
    await world.run(61)
    expect(await askWeb(world, identityOf(call.token))).toMatch(rejected)
    expect(await seenCall(world, user, call.id)).toMatchObject({ ended_reason: 'web_never_joined' })
  })

  test.each([['call_1_2'], ['call_0_0'], ['somebody'], ['']])('the identity %j', async (identity) => {
    expect(await askWeb(world, identity)).toMatch(rejected)
  })

  test('an identity that names a call on the phone', async () => {
    await world.number(user)
    const assistant_id = await assistantFor(world, user)
    const body = { phone_number: '+12025550102', assistant_id }
    const { data } = (await world.api(user.token, 'POST', '/user/make_call', body)).body
    expect(await askWeb(world, `call_${user.id}_${data.call_id}`)).toMatch(rejected)
  })

  test('a request without the signature of the carrier: 403', async () => {
    const call = await opened()
    const url = `${world.url}/carrier/web-call`
    const form = { CallSid: newSid(), From: `client:${identityOf(call.token)}` }
    const headers = { 'x-twilio-signature': sign(`${authToken}x`, url, form) }
    const answer = await world.parts.fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })
    expect(answer.status).toBe(403)
  })
})

test('the report of the end closes the call, which costs what was used', async () => {
  const call = await opened()
  const joined = await world.webCall({ token: call.token, person: '+12025550105' })
  const { sid } = (await joined.json()) as { sid: string }
  await world.run(25)
  world.carrier.hangUp(sid)
  await world.run(20)
  const seen = await seenCall(world, user, call.id)
  expect(seen).toMatchObject({ ended_reason: 'customer_hung_up' })
  expect(seen.duration).toBeGreaterThan(20)
  expect(seen.total_cost).toBeCloseTo(0.054)
})

test('with money for one minute ends with that minute', async () => {
  const payer = await world.user()
  const paid = { user_id: payer.id, type: 'top_up' as const, amount: 54_000, description: 'Top-up' }
  await world.services.ledger.move(paid)
  const settings = { max_call_duration: 900, max_silence_duration: 120 }
  const call = await webCallFor(world, payer, await assistantFor(world, payer, settings))
  await world.webCall({ token: call.token, person: '+12025550105' })
  await world.run(120)
  const seen = await seenCall(world, payer, call.id)
  expect(seen).toMatchObject({ status: 'ended', failure_reason: 'The balance is used up.' })
  expect(seen.duration).toBeLessThanOrEqual(61)
  expect(await world.services.ledger.balance(payer.id)).toBe(0)
})

test('a visitor who leaves before the model answers ends the call', async () => {
  const faults = openFaults()
  const environment = { MODEL_OPENAI_PROJECT_ID: '', MODEL_OPENAI_WEBHOOK_SECRET: '' }
  const bare = await openWorld({ environment, open: faults.open })
  const owner = await bare.user()
  const widget = { voice: true, calls_at_once: 1, calls_per_hour: 1000 }
  const { uuid } = await widgetFor(bare, owner, { assistant: multimodal, widget })
  const visitor = visitorOf(bare)
  for (let step = 0; ; step++) {
    const begun = await visitor('POST', '/web/calls', { assistant_id: uuid })
    expect({ step, status: begun.status }).toEqual({ step, status: 201 })
    const { id, token } = begun.body.data
    const sid = newSid()
    const leave = () =>
      post(bare, '/carrier/incoming-status', { CallSid: sid, CallStatus: 'completed', CallDuration: '1' })
    faults.arm({ operation: 'receive-web-call', call: step, kind: leave })
    await askWeb(bare, identityOf(token), sid)
    const struck = faults.struck()
    faults.disarm()
    await leave()
    // Pauses between calls, so that the visitor's IP address stays below its limit.
    await bare.run(3600 / (callsPerAddress - 1))
    const { ended_reason } = await seenCall(bare, owner, id)
    expect({ step, struck, ended_reason }).toEqual({ step, struck, ended_reason: expect.any(String) })
    if (struck) continue
    expect(step).toBeGreaterThan(6)
    break
  }
  await bare.close()
})
