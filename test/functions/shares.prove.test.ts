import { expect, onTestFinished, test } from 'vitest'
import type { Fault } from '../../infra/local/carrier/parts.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { assistantFor, campaignFor, leadFor } from '../fixtures.ts'
import { openReceiver } from '../receiver.ts'
import { useWorld } from '../use-world.ts'
import type { TestUser } from '../world.ts'
import { endCall as endTalk } from './calls/ended-call.ts'
import { documentFor, knowledgebaseFor } from './knowledgebases/knowledgebase.ts'
import { listOwner } from './suppression-lists/listed.ts'
import { endCall } from './webhooks/subscriber.ts'

let fault: ((request: Request) => Fault | undefined) | undefined
const world = useWorld({ carrierFaults: (request) => fault?.(request), environment: { CARRIER_CALLS_PER_SECOND: '2' } })

const ask = (user: TestUser, path: string, body: object) => world.api(user.token, 'POST', path, body)
const times = <T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))
const lines = Array.from({ length: 20 }, (_, n) => `Question ${n}?`)
const person = { phone_number: '+12025550100' }
const rows = (count: number) => ['phone', ...Array.from({ length: count }, (_, n) => `+1202556${1000 + n}`)]

const receivers = async () => {
  const slow = await openReceiver(async () => {
    await world.clock.sleep(14_000)
    return {}
  })
  const quick = await openReceiver()
  onTestFinished(async () => {
    await Promise.all([slow.close(), quick.close()])
  })
  return { slow, quick }
}

const caller = async (): Promise<TestUser & { number_id: number }> => {
  const user = await world.user()
  const { id: number_id } = await world.number(user)
  await world.services.ledger.move({ user_id: user.id, type: 'top_up', amount: 100_000_000, description: 'Top-up' })
  return { ...user, number_id }
}
type Caller = Awaited<ReturnType<typeof caller>>

const fillAll = async (user: Caller, slowUrl: string): Promise<void> => {
  const slow = await assistantFor(world, user, { system_prompt: '[double talk: slow] x' })
  for (let n = 0; n < 2; n++) await ask(user, `/user/assistants/${slow}/simulate`, { runs: 20, lines })
  await times(20, () => ask(user, '/user/people/exports', person))
  await times(20, () => ask(user, '/user/evidence/exports', {}))
  await times(10, async (n) => {
    const { begin, upload } = listOwner(world, user)
    const text = rows(500).join('\n')
    const { status, body } = await begin(text, { name: `List ${n}` })
    if (status === 202) await upload(body.upload, text)
  })
  const base = await knowledgebaseFor(world, user)
  await times(20, (n) => documentFor(world, user, base, `Document ${n}.`))
  await times(105, () => ask(user, '/user/make_call', { phone_number: '+12025550102', assistant_id: slow }))
  await times(20, async () => {
    const campaign_id = await campaignFor(world, user, { assistant_id: slow })
    await leadFor(world, user, campaign_id, '+12025550100')
    await world.api(user.token, 'DELETE', `/user/campaigns/${campaign_id}`)
  })
  await times(30, () => ask(user, '/user/sms', { from: user.number_id, to: '+12025550110', body: 'Hello' }))
  const stalls = { system_prompt: '[double evaluation: stall] x', post_call_evaluation: true }
  await times(70, async () => {
    await registry.advanceCallQueue(world.parts).nudge(await endTalk(world, user, { assistant: stalls }))
  })
  await times(20, async (n) => {
    const webhook = {
      webhook_url: `${slowUrl}/hook/${n}`,
      is_webhook_active: true,
      send_webhook_only_on_completed: false,
    }
    const assistant_id = await assistantFor(world, user, webhook)
    await times(6, () => endCall(world, user, { assistant_id }))
  })
}

type Job = () => Promise<boolean>

const beginEach = async (
  user: Caller,
  receiver: Awaited<ReturnType<typeof openReceiver>>,
): Promise<Record<string, Job>> => {
  const get = async (path: string) => (await world.api(user.token, 'GET', path)).body
  const isDone =
    (path: string, { body }: { body: { data: { id: number } } }): Job =>
    async () =>
      (await get(`${path}/${body.data.id}`)).status === 'done'
  const plain = await assistantFor(world, user)
  const hook = {
    webhook_url: `${receiver.url}/${user.id}`,
    is_webhook_active: true,
    send_webhook_only_on_completed: false,
  }
  const reporting = await assistantFor(world, user, hook)
  const base = await knowledgebaseFor(world, user)
  const list = listOwner(world, user)
  const text = rows(10).join('\n')

  const simulation = await ask(user, `/user/assistants/${plain}/simulate`, { runs: 1, lines: ['Hello?'] })
  const people = await ask(user, '/user/people/exports', person)
  const evidence = await ask(user, '/user/evidence/exports', {})
  await documentFor(world, user, base, 'We open at nine.')
  const imported = (await list.begin(text)).body
  await list.upload(imported.upload, text)
  const phone_number = `+1202555${String(user.id).slice(-1)}120`.slice(0, 12)
  const call = (await ask(user, '/user/make_call', { phone_number, assistant_id: plain })).body.data
  let isTextSent = false
  void ask(user, '/user/sms', { from: user.number_id, to: '+12025550100', body: 'Hello' }).then(({ status }) => {
    isTextSent = status === 200
  })
  const evaluated = await endTalk(world, user, { assistant: { post_call_evaluation: true } })
  await registry.advanceCallQueue(world.parts).nudge(evaluated)
  await endCall(world, user, { assistant_id: reporting })

  return {
    simulation: isDone('/user/simulations', simulation),
    'person export': isDone('/user/people/exports', people),
    'evidence export': isDone('/user/evidence/exports', evidence),
    document: async () => (await get(`/user/knowledgebases/${base}`)).data.status === 'active',
    'list import': async () => (await get(`/user/suppression-lists/${imported.data.id}`)).data.status === 'in_force',
    call: async () => (await get(`/user/calls/${call.id}`)).status !== 'initiated',
    text: async () => isTextSent,
    evaluation: async () => (await world.services.calls.find(evaluated))?.evaluated !== undefined,
    webhook: async () => receiver.received.some(({ path }) => path === `/${user.id}`),
  }
}

const secondsOf = async (jobs: Record<string, Job>): Promise<Record<string, number>> => {
  const seconds: Record<string, number> = {}
  for (let passed = 0; passed <= 40 && Object.keys(seconds).length < Object.keys(jobs).length; passed++) {
    for (const [kind, isDone] of Object.entries(jobs))
      if (!(kind in seconds) && (await isDone())) seconds[kind] = passed
    await world.run(1)
  }
  return seconds
}

test('delays each kind of job by seconds when one user fills all queues', async () => {
  const { slow, quick } = await receivers()
  const [first, noisy, quiet] = [await caller(), await caller(), await caller()]
  const alone = await secondsOf(await beginEach(first, quick))
  fault = (request) => (request.url.endsWith('/Messages.json') ? 'drop-after' : undefined)
  await fillAll(noisy, slow.url)
  fault = undefined
  await world.run(5)
  const { body } = await world.api(noisy.token, 'GET', '/user/webhook-deliveries?state=pending')
  expect(body.total).toBeGreaterThan(50)
  const jobs = await beginEach(quiet, quick)
  const filled = await secondsOf(jobs)
  const table = Object.fromEntries(
    Object.keys(jobs).map((kind) => [kind, { alone: alone[kind], filled: filled[kind] }]),
  )
  console.table(table)
  for (const [kind, { alone: before = Number.NaN, filled: after = Number.NaN }] of Object.entries(table))
    expect(after - before, kind).toBeLessThanOrEqual(10)
})
