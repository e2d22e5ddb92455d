import { expect, test } from 'vitest'
import { sign } from '../../../infra/local/carrier/signature.ts'
import { sessionOf } from '../../../shared/domain/conversations/talk.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { balanceKey, moveKey, moveLines, userKey } from '../../../shared/table/keys.ts'
import { exists, type Table, type Write } from '../../../shared/table/table.ts'
import { idAt } from '../../../shared/words/id.ts'
import { assistantFor, ringingCall } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { callTransferTo, callWith, phoneOf } from '../calls/transfers.ts'
import { multimodal } from '../conversations/realtime.ts'
import { recordedCall } from '../simulations/replay.ts'
import { simulationDraft } from '../simulations/simulation.ts'
import { openSender, segmentPrice } from '../sms/sender.ts'

let crowded: { by: string; conflicts: number } | undefined
const crowd = (by: string) => {
  crowded = { by, conflicts: 2 }
}

const isMove = (writes: Write[]) =>
  writes.some((write) =>
    'put' in write
      ? String(write.put.pk).endsWith('#ledger')
      : 'update' in write && write.update.sk === balanceKey(0).sk,
  )

let fault: 'refuse' | 'drop-after' = 'refuse'

const world = useWorld({
  carrierFaults: ({ method, url }) => {
    if (!url.includes('/Messages.json')) return undefined
    if (method === 'POST') return fault
    return fault === 'drop-after' ? 'refuse' : undefined
  },
  open: (entry, parts) => {
    const write: Table['write'] = async (writes, how) =>
      isMove(writes) && crowded?.by === entry.operation.id && crowded.conflicts-- > 0
        ? { done: false, before: [], failed: [] }
        : parts.table.write(writes, how)
    return entry.open({ ...parts, table: { ...parts.table, write } }, registry)
  },
})

const leaveMove = async (user_id: number) => {
  const move = JSON.stringify({ beside: [{ check: userKey(user_id), when: exists }] })
  await world.parts.table.write([{ put: { ...moveKey(user_id, idAt(world.clock.now() - 5_000, 0)), move } }])
}

const expectNoneWaits = async (user_id: number) => {
  for (const line of moveLines)
    expect(await world.parts.table.query({ pk: moveKey(user_id, 0, line).pk, limit: 1 })).toEqual([])
}

const answered = async <T>(asked: Promise<T>): Promise<T> => {
  let isDone = false
  const done = () => {
    isDone = true
  }
  asked.then(done, done)
  while (!isDone) await world.run(0.02)
  return asked
}

test('a text that was never sent is given back, whoever else moves the balance', async () => {
  const sender = await openSender(world)
  expect((await sender.send('+12025550110')).status).toBe(500)
  await leaveMove(sender.user.id)
  crowd('settle-sms')
  await world.run(120)
  expect(await sender.records()).toMatchObject([{ money: 'released' }])
  expect(await sender.balance()).toBe(100 * segmentPrice)
  await expectNoneWaits(sender.user.id)
})

test('a text that is reported is charged, whoever else moves the balance', async () => {
  const sender = await openSender(world)
  fault = 'drop-after'
  expect((await sender.send('+12025550110')).status).toBe(500)
  const [record] = await sender.records()
  const form = { MessageSid: sender.creates()[0]?.sid ?? '', MessageStatus: 'delivered' }
  const path = `/carrier/sms/${sender.user.id}-${record?.id}/status`
  const signature = sign(world.parts.settings.required('CARRIER_AUTH_TOKEN'), `${world.url}${path}`, form)
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
  await leaveMove(sender.user.id)
  crowd('receive-sms-status')
  const told = world.request('POST', path, { headers, body: String(new URLSearchParams(form)) })
  expect((await answered(told)).status).toBeLessThan(300)
  expect(await sender.records()).toMatchObject([{ money: 'captured', status: 'delivered' }])
  expect(await sender.balance()).toBe(99 * segmentPrice)
  await expectNoneWaits(sender.user.id)
})

test('a call that is deleted is charged first, whoever else moves the balance', async () => {
  const { user, balance } = await openSender(world)
  const now = world.clock.now()
  const over = {
    status: 'ended_by_customer',
    over_at: now,
    closed_at: now,
    evaluated: { at: now, goal: false },
    duration: 60,
  } as const
  const assistant_id = await assistantFor(world, user)
  const own = { id: world.newId(), user_id: user.id, assistant_id, total_cost: 64_000 }
  await world.services.calls.open(ringingCall({ ...own, ...over }, now), { variables: {}, input_variables: {} })
  await leaveMove(user.id)
  crowd('delete-call')
  const { status } = await answered(world.api(user.token, 'DELETE', `/user/calls/${own.id}`))
  expect(status).toBe(200)
  expect(await balance()).toBe(100 * segmentPrice - 64_000)
  await expectNoneWaits(user.id)
})

test('another phone is paid for before it is dialled, whoever else moves the balance', async () => {
  const { ref, user, transfer, transfers, account } = await callWith(world, undefined, {
    customer: '0105',
    money: 5_000_000,
  })
  await world.run(8)
  const before = (await account())?.reserved ?? 0
  await leaveMove(user.id)
  crowd('transfer-call')
  expect((await answered(transfer({ phone_number: phoneOf('0100') }))).status).toBe(200)
  expect((await account())?.reserved ?? 0).toBeGreaterThan(before)
  expect(await world.services.calls.find(ref)).toMatchObject({ legs: [{ stage: { phase: 'ready' } }] })
  expect(await transfers()).toEqual(['asked'])
  await expectNoneWaits(user.id)
})

test('a realtime transfer is paid before its dial in any race', async () => {
  const { ref, user, transfers, account, stored } = await callWith(world, callTransferTo('0100'), {
    customer: '0105',
    money: 5_000_000,
    ...multimodal,
  })
  await world.run(10)
  const before = (await account())?.reserved ?? 0
  const talk = await world.services.conversations.find(ref)
  const { session_id = '' } = (talk && sessionOf(talk)) ?? {}
  await leaveMove(user.id)
  crowd('carry-out-wish')
  world.realtime.sessionOf(session_id)?.callee.hears('[tool call_transfer]')
  await world.run(10)
  expect((await account())?.reserved ?? 0).toBeGreaterThan(before)
  expect(await stored()).toMatchObject({ legs: [{ stage: { phase: 'dialled' } }] })
  expect((await transfers())[0]).toBe('asked')
  await expectNoneWaits(user.id)
})

test('a simulation holds its price once, whoever else moves the balance', async () => {
  const { user, balance } = await openSender(world, { segments: 1000 })
  const id = await assistantFor(world, user)
  const before = await balance()
  await leaveMove(user.id)
  crowd('simulate-assistant')
  const asked = world.api(user.token, 'POST', `/user/assistants/${id}/simulate`, simulationDraft)
  expect((await answered(asked)).status).toBe(202)
  const { data } = (await world.api(user.token, 'GET', '/user/transactions')).body
  const holds = data.filter(({ type }: { type: string }) => type === 'hold')
  expect(holds).toHaveLength(1)
  expect(await balance()).toBeLessThan(before)
  await expectNoneWaits(user.id)
})

test('a replay holds its price once, whoever else moves the balance', async () => {
  const { user, balance } = await openSender(world, { segments: 1000 })
  const assistant_id = await assistantFor(world, user)
  await recordedCall(world, user, { assistant_id })
  const before = await balance()
  await leaveMove(user.id)
  crowd('replay-draft')
  const path = `/user/assistants/${assistant_id}/draft/replay`
  expect((await answered(world.api(user.token, 'POST', path, { calls: 1, version: 1 }))).status).toBe(202)
  const { data } = (await world.api(user.token, 'GET', '/user/transactions')).body
  expect(data.filter(({ type }: { type: string }) => type === 'hold')).toHaveLength(1)
  expect(await balance()).toBeLessThan(before)
  await expectNoneWaits(user.id)
})
