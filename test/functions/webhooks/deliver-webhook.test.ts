import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { callKey, tableShape } from '../../../shared/table/keys.ts'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { openRawReceiver, switchProtocols } from '../../receiver.ts'
import { useWorld } from '../../use-world.ts'
import { idsOf, openSubscriber } from './subscriber.ts'

const world = useWorld()

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)

describe('a call that is over', () => {
  test('reaches the receiver: signed, complete, once; and what it answered stands on the call', async () => {
    const subscriber = await openSubscriber(world, undefined, {
      variables: { company: 'Acme' },
      send_webhook_only_on_completed: true,
      post_call_schema: [
        { name: 'status', type: 'bool', description: 'Whether it went well' },
        { name: 'city', type: 'string', description: 'Where the customer lives' },
      ],
    })
    await world.number(subscriber.user)
    const { body } = await subscriber.api('POST', '/user/make_call', {
      phone_number: '+12025550100',
      assistant_id: subscriber.assistant_id,
      variables: { name: 'Ada' },
    })
    await world.run(900)

    const ref = { user_id: subscriber.user.id, call_id: body.data.id }
    const { received } = subscriber.receiver
    expect(received).toHaveLength(1)
    const [request] = received
    const call = await subscriber.call(ref)
    expect(request?.body).toEqual({
      id: ref.call_id,
      type: 'outbound',
      assistant_version: 1,
      customer_phone: '+12025550100',
      assistant_phone: call.assistant_phone_number,
      duration: call.duration,
      status: 'ended_by_customer',
      carrier_code: null,
      ended_reason: 'customer_hung_up',
      failure_reason: null,
      extracted_variables: { status: expect.toSatisfy(() => true), city: expect.toSatisfy(() => true) },
      input_variables: { company: 'Acme', name: 'Ada' },
      transcript: call.messages,
      formatted_transcript: call.transcript,
      recording_url: null,
      created_at: iso,
      finished_at: iso,
      events: (await subscriber.api('GET', `/user/calls/${ref.call_id}/events`)).body.data,
    })
    expect(request?.body.events.at(-1)).toMatchObject({ type: 'state', status: 'ended_by_customer' })
    for (const utterance of request?.body.transcript ?? [])
      expect(utterance).toEqual({
        text: expect.any(String),
        type: 'transcript',
        sender: expect.stringMatching(/^(bot|human)$/),
        timestamp: expect.any(String),
      })
    const { secret } = (await subscriber.api('GET', '/user/webhook-secret')).body
    expect(new Webhook(secret).verify(request?.text ?? '', request?.headers ?? {})).toEqual(request?.body)

    expect(call.webhook_response).toEqual({ status: 'success', http_status: 200, data: { ok: true } })
    const [delivery] = await subscriber.deliveries()
    expect(delivery).toEqual({
      id: expect.any(Number),
      webhook_id: request?.headers['webhook-id'],
      webhook: 'post_call',
      state: 'delivered',
      call_id: ref.call_id,
      conversation_id: null,
      assistant_id: subscriber.assistant_id,
      url: `${subscriber.receiver.url}/hook`,
      attempts: [
        {
          attempted_at: iso,
          http_status: 200,
          duration_ms: expect.any(Number),
          response: '{"ok":true}',
          error: null,
        },
      ],
      next_attempt_at: null,
      note: null,
      created_at: iso,
      updated_at: iso,
    })
    const line = world.logged.find(
      ({ message, fields }) => message === 'webhook sent' && fields.call_id === ref.call_id,
    )
    expect(line?.fields).toMatchObject({ status: 'success', http_status: 200, ms: expect.any(Number) })
  })

  test('of a campaign shows its lead and the campaign’s public fields', async () => {
    const { user, api, assistant_id, receiver } = await openSubscriber(world)
    await world.number(user)
    const campaign_id = await campaignFor(world, user, { assistant_id, max_retries: 0 })
    const contact = { phone_number: '+12025550100', variables: { role: 'partner' } }
    const more = { variables: { city: 'Bonn' }, secondary_contacts: [contact] }
    const { id } = await leadFor(world, user, campaign_id, '+12025550101', more)
    await api('POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
    await world.run(900)

    const campaigns = (await api('GET', '/user/campaigns')).body
    const campaign = { ...campaigns[0], updated_at: iso }
    const lead = (await api('GET', `/user/leads/${id}`)).body
    const [{ id: contact_id }] = lead.secondary_contacts
    expect(receiver.received.map(({ body }) => [body.customer_phone, body.lead])).toEqual([
      [
        '+12025550101',
        {
          id,
          phone_number: '+12025550101',
          variables: { city: 'Bonn' },
          status: 'created',
          created_at: iso,
          updated_at: iso,
          campaign: { ...campaign, status: 'in-progress' },
        },
      ],
      [
        '+12025550100',
        {
          id: contact_id,
          phone_number: '+12025550100',
          variables: { role: 'partner' },
          status: 'completed',
          created_at: iso,
          updated_at: iso,
          campaign: { ...campaign, status: expect.any(String) },
        },
      ],
    ])
    expect(campaign).toMatchObject({ id: campaign_id, name: 'Spring', allowed_days: expect.any(Array) })
  })

  test('that nobody answered is told only to who asks for it', async () => {
    const curious = await openSubscriber(world)
    const modest = await openSubscriber(world, undefined, { send_webhook_only_on_completed: true })
    await Promise.all([curious.ended(), modest.ended()])
    await world.run(1)
    expect(curious.receiver.received.map(({ body }) => body.status)).toEqual(['busy'])
    expect(curious.receiver.received[0]?.body).toMatchObject({ extracted_variables: { status: null, summary: null } })
    expect(modest.receiver.received).toEqual([])
    expect(await modest.deliveries()).toEqual([])
  })

  test('tells of its recording only if the assistant says so', async () => {
    const silent = await openSubscriber(world, undefined, { include_recording_in_webhook: false })
    const open = await openSubscriber(world)
    const recording_key = 'a/b.mp3'
    await Promise.all([silent.ended({}, { recording_key }), open.ended({}, { recording_key })])
    await world.run(1)
    expect(silent.receiver.received[0]?.body).not.toHaveProperty('recording_url')
    expect(open.receiver.received[0]?.body.recording_url).toMatch(/a\/b\.mp3/)
  })

  test('that came in is told to the inbound webhook, beside the other', async () => {
    const subscriber = await openSubscriber(world)
    const { assistant_id, receiver } = subscriber
    await subscriber.api('POST', '/user/assistants/enable-inbound-webhook', {
      assistant_id,
      webhook_url: `${receiver.url}/inbound`,
    })
    const { call_id } = await subscriber.ended({ type: 'inbound' })
    await subscriber.ended()
    await world.run(1)
    const inbound = receiver.received.filter(({ path }) => path === '/inbound').map(({ body }) => body)
    expect(inbound).toEqual([
      {
        event: 'call.ended',
        call_id,
        assistant_id,
        id: call_id,
        type: 'inbound',
        assistant_version: null,
        customer_phone: '+12025550101',
        assistant_phone: '+12025560100',
        duration: 0,
        status: 'busy',
        carrier_code: null,
        ended_reason: 'busy',
        failure_reason: null,
        extracted_variables: { status: null, summary: null },
        input_variables: {},
        transcript: [],
        formatted_transcript: '',
        recording_url: null,
        created_at: iso,
        finished_at: iso,
        events: [
          { id: 'initiated', type: 'state', status: 'initiated', timestamp: iso },
          { id: 'busy', type: 'state', status: 'busy', timestamp: iso },
        ],
      },
    ])
    expect(receiver.received.filter(({ path }) => path === '/hook')).toHaveLength(2)
    expect(new Set(idsOf(receiver)).size).toBe(3)
  })

  test('reaches the receiver within two minutes when the message about it was lost', async () => {
    const subscriber = await openSubscriber(world)
    await subscriber.endedInSilence()
    await world.run(1)
    expect(subscriber.receiver.received).toEqual([])
    await world.run(120)
    expect(subscriber.receiver.received).toHaveLength(1)
  })

  test('is told once when its message comes twice, or ten times at once', async () => {
    const subscriber = await openSubscriber(world)
    await subscriber.ended()
    await world.run(1)
    const [{ id: delivery_id }] = await subscriber.deliveries()
    const queue = registry.deliverWebhookQueue(world.parts)
    await Promise.all(Array.from({ length: 10 }, () => queue.nudge({ user_id: subscriber.user.id, delivery_id })))
    await world.run(1)
    expect(subscriber.receiver.received).toHaveLength(1)
  })
})

describe('a receiver that fails', () => {
  test('is asked again on schedule, under the same id, until it says yes', async () => {
    const times: number[] = []
    const subscriber = await openSubscriber(world, (_request, index) => {
      times.push(world.clock.now())
      return index < 3 ? { status: 500, body: 'no' } : {}
    })
    const started = world.clock.now()
    const ref = await subscriber.ended()
    await world.run(2)
    expect(await subscriber.call(ref)).toMatchObject({
      webhook_response: { status: 'failed', http_status: 500, data: { body: 'no' } },
    })
    expect((await subscriber.deliveries())[0]).toMatchObject({ state: 'pending', next_attempt_at: iso })
    await world.run(33 * 60)
    const seconds = times.map((time) => (time - started) / 1000)
    expect(seconds).toHaveLength(4)
    for (const [index, earliest] of [0, 5, 300, 1800].entries()) {
      expect(seconds[index]).toBeGreaterThanOrEqual(earliest)
      expect(seconds[index]).toBeLessThan(earliest * 1.1 + 62)
    }
    expect(new Set(idsOf(subscriber.receiver)).size).toBe(1)
    const [delivery] = await subscriber.deliveries()
    expect(delivery.state).toBe('delivered')
    expect(delivery.attempts.map(({ http_status }: { http_status: number }) => http_status)).toEqual([
      500, 500, 500, 200,
    ])
    expect((await subscriber.call(ref)).webhook_response).toMatchObject({ status: 'success', data: { ok: true } })
    expect(await leftOver(subscriber.user.id)).toEqual([])
  })

  test('is left alone for as long as it asks', async () => {
    const subscriber = await openSubscriber(world, (_request, index) =>
      index === 0 ? { status: 429, headers: { 'retry-after': '240' } } : {},
    )
    await subscriber.ended()
    await world.run(239)
    expect(subscriber.receiver.received).toHaveLength(1)
    await world.run(63)
    expect(subscriber.receiver.received).toHaveLength(2)
  })

  test('with 410 switches its webhook off: what waits for it is not sent', async () => {
    const subscriber = await openSubscriber(world, (_request, index) => ({ status: index === 0 ? 500 : 410 }))
    await subscriber.ended()
    await world.run(1)
    await subscriber.ended()
    await world.run(120)
    expect(subscriber.receiver.received).toHaveLength(2)
    expect(await subscriber.assistant()).toMatchObject({
      is_webhook_active: false,
      webhook_url: `${subscriber.receiver.url}/hook`,
    })
    expect(
      (await subscriber.deliveries()).map(({ state, note }: { state: string; note: string }) => [state, note]),
    ).toEqual([
      ['failed', 'The receiver says that it is gone'],
      ['canceled', 'The webhook was switched off'],
    ])
    await subscriber.ended()
    await world.run(1)
    expect(subscriber.receiver.received).toHaveLength(2)
  })

  test('with 410 at the inbound URL forgets that one alone', async () => {
    const subscriber = await openSubscriber(world, ({ path }) => ({ status: path === '/inbound' ? 410 : 200 }))
    const { assistant_id, receiver } = subscriber
    const webhook_url = `${receiver.url}/inbound`
    await subscriber.api('POST', '/user/assistants/enable-inbound-webhook', { assistant_id, webhook_url })
    await subscriber.ended({ type: 'inbound' })
    await world.run(1)
    expect(await subscriber.assistant()).toMatchObject({ is_webhook_active: true, inbound_webhook_url: null })
  })

  test('by redirecting is not followed', async () => {
    const elsewhere = await openSubscriber(world)
    const subscriber = await openSubscriber(world, () => ({
      status: 307,
      headers: { location: `${elsewhere.receiver.url}/hook` },
    }))
    await subscriber.ended()
    await world.run(1)
    expect(elsewhere.receiver.received).toEqual([])
    expect((await subscriber.deliveries())[0]).toMatchObject({ state: 'pending', attempts: [{ http_status: 307 }] })
  })
})

describe('meanwhile', () => {
  const failsOnce = (_request: unknown, index: number) => ({ status: index === 0 ? 500 : 200 })

  test('the webhook was switched off: nothing is sent any more', async () => {
    const subscriber = await openSubscriber(world, failsOnce)
    const { assistant_id } = subscriber
    await subscriber.ended()
    await world.run(1)
    await subscriber.api('POST', '/user/assistants/disable-webhook', { assistant_id })
    await world.run(120)
    expect(subscriber.receiver.received).toHaveLength(1)
    expect((await subscriber.deliveries())[0]).toMatchObject({ state: 'canceled', next_attempt_at: null })
  })

  test('the URL changed: the next attempt goes there', async () => {
    const subscriber = await openSubscriber(world, failsOnce)
    await subscriber.ended()
    await world.run(1)
    const webhook_url = `${subscriber.receiver.url}/new`
    await subscriber.api('PUT', `/user/assistant/${subscriber.assistant_id}`, { webhook_url })
    await world.run(120)
    expect(subscriber.receiver.received.map(({ path }) => path)).toEqual(['/hook', '/new'])
    expect((await subscriber.deliveries())[0]).toMatchObject({ state: 'delivered', url: webhook_url })
  })

  test('the assistant was deleted: recorded events are sent', async () => {
    const subscriber = await openSubscriber(world, failsOnce)
    await subscriber.ended()
    await world.run(1)
    expect((await subscriber.api('DELETE', `/user/assistant/${subscriber.assistant_id}`)).status).toBe(200)
    await world.run(120)
    expect(subscriber.receiver.received).toHaveLength(2)
    await subscriber.ended()
    await world.run(1)
    expect(await subscriber.deliveries()).toHaveLength(1)
  })

  test('the call was deleted: its webhook is not sent any more', async () => {
    const subscriber = await openSubscriber(world, failsOnce)
    const { call_id } = await subscriber.ended()
    await world.run(1)
    expect((await subscriber.api('DELETE', `/user/calls/${call_id}`)).status).toBe(200)
    await world.run(120)
    expect(subscriber.receiver.received).toHaveLength(1)
    expect((await subscriber.deliveries())[0]).toMatchObject({ state: 'canceled', note: 'The call was deleted' })
    // Two items stay until the compactor has processed the deletion: `call-mark` and `tally-mark`.
    const kept = (await world.items()).filter(({ sk }) => sk === callKey(0, call_id).sk)
    expect(kept.filter(({ pk }) => !/#(call|tally)-mark$/.test(pk))).toEqual([])
  })

  test('the secret was rotated: receivers that know either accept it', async () => {
    const subscriber = await openSubscriber(world)
    const { secret: old } = (await subscriber.api('GET', '/user/webhook-secret')).body
    const { secret } = (await subscriber.api('POST', '/user/webhook-secret/rotate')).body
    await subscriber.ended()
    await world.run(1)
    const [request] = subscriber.receiver.received
    for (const known of [old, secret]) new Webhook(known).verify(request?.text ?? '', request?.headers ?? {})
  })
})

describe('an answer', () => {
  test.each([
    ['no JSON', 'thanks', { body: 'thanks' }],
    ['no UTF-8', Buffer.from([0xff, 0x61]), { body: '\ufffda', invalid_utf8: true }],
    ['huge', 'x'.repeat(1_000_000), { body: 'x'.repeat(16_384), truncated: true }],
    ['JSON that no store takes', '{"a":1e400,"__proto__":{"b":[[[]]]},"":"\\ud800"}', undefined],
  ])('that is %s is kept, cut and marked', async (_what, body, data) => {
    const subscriber = await openSubscriber(world, () => ({ body }))
    const ref = await subscriber.ended()
    await world.run(1)
    const { webhook_response } = await subscriber.call(ref)
    expect(webhook_response).toMatchObject({ status: 'success', http_status: 200 })
    if (data) expect(webhook_response.data).toEqual(data)
    expect((await subscriber.deliveries())[0].attempts[0].response.length).toBeLessThanOrEqual(500)
  })
})

const leftOver = async (user_id: number) => {
  const items = await world.items()
  return items.filter(({ pk, ...item }) => pk.startsWith(`${user_id}#`) && tableShape.dueIndex.sortKey in item)
}

test('an attempt at a receiver that switches protocols is recorded', async () => {
  const odd = await openRawReceiver(switchProtocols)
  const subscriber = await openSubscriber(world, undefined, { webhook_url: `${odd.url}/hook` })
  await subscriber.ended()
  await world.run(1)
  const [delivery] = await subscriber.deliveries()
  expect(delivery).toMatchObject({ state: 'pending', attempts: [{ http_status: 101 }] })
  await odd.close()
})
