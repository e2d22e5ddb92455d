import { expect, onTestFinished, test } from 'vitest'
import { type Delivery, webhookId } from '../../../shared/domain/webhooks/delivery.ts'
import { type Endpoint, endpointHash } from '../../../shared/domain/webhooks/webhook-endpoint.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { deliveryKey, webhookEndpointKey, webhookLineKey } from '../../../shared/table/keys.ts'
import { allFaultKinds, type FaultKind } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { openSimulation, seedsOr } from '../../simulation.ts'

const url = 'https://hooks.example.com/hook'
const busy = '+12025550101'
const calls = 60
const minuteSeconds = 60
const calmMinutes = 180

/**
 * Opens a simulation with many calls, a slow receiver that rejects half, crashing workers, and lost
 * or doubled messages.
 */
const open = async (seed: string) => {
  let isCalm = true
  let roll = () => 0.5
  const agreed = new Map<string, number>()
  const sim = await openSimulation({
    seed,
    startAt: Date.UTC(2026, 10, 25, 10),
    latencyMsMax: 200,
    environment: { CARRIER_CALLS_PER_SECOND: '5' },
    faultAt: ({ id }): FaultKind | undefined =>
      isCalm || id !== 'deliver-webhook' || roll() > 0.02
        ? undefined
        : allFaultKinds[Math.floor(roll() * allFaultKinds.length)],
    messageFaults: (queue) => {
      if (isCalm || queue !== 'deliver-webhook' || roll() > 0.1) return undefined
      return roll() < 0.5 ? 'lost' : 'doubled'
    },
    receiver: (webhook_id) => {
      const isWell = isCalm || roll() < 0.5
      if (isWell) agreed.set(webhook_id, (agreed.get(webhook_id) ?? 0) + 1)
      return { afterMs: isCalm ? 50 : Math.floor(roll() * 12_000), http_status: isWell ? 200 : 503 }
    },
  })
  roll = () => sim.random.number()
  onTestFinished(() => sim.close())
  const setCalm = (calm: boolean) => {
    isCalm = calm
  }
  return { sim, agreed, setCalm }
}

test.each(seedsOr('one', 'two', 'three'))(
  'reports every call despite deaths, losses and refusals (%s)',
  async (seed) => {
    const { sim, agreed, setCalm } = await open(seed)
    const user = await sim.user()
    const settings = { webhook_url: url, is_webhook_active: true, send_webhook_only_on_completed: false }
    const assistant_id = await assistantFor(sim, user, settings)
    setCalm(false)
    for (let call = 0; call < calls; call++) {
      const { status } = await sim.api(user.token, 'POST', '/user/make_call', { phone_number: busy, assistant_id })
      expect(status).toBe(200)
    }
    await sim.run(10 * minuteSeconds)
    setCalm(true)
    await sim.run(calmMinutes * minuteSeconds)

    const deliveries = await sim.table.query<Delivery>({ pk: deliveryKey(user.id, 0).pk })
    expect(deliveries).toHaveLength(calls)
    for (const delivery of deliveries) {
      expect(delivery.state).toBe('delivered')
      expect(agreed.get(webhookId(delivery)), 'how often the receiver agreed').toBeGreaterThanOrEqual(1)
    }
    const hash = endpointHash(url)
    expect(await sim.table.query({ pk: webhookLineKey(user.id, hash, 0).pk }), 'the line').toEqual([])
    const endpoint = await sim.table.get<Endpoint>(webhookEndpointKey(user.id, hash))
    expect(endpoint?.paused_until).toBeUndefined()
    expect(await registry.deadlines(sim.parts).past(sim.now() - 5 * minuteSeconds * 1000, 100)).toEqual([])
  },
  120_000,
)
