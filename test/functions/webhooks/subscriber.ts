import { onTestFinished } from 'vitest'
import type { Call, CallDetail } from '../../../shared/domain/calls/call.ts'
import type { CallRef } from '../../../shared/domain/calls/call-ref.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor, type PartialCall, ringingCall } from '../../fixtures.ts'
import { openReceiver, type WebhookReceiver } from '../../receiver.ts'
import type { TestUser, World } from '../../world.ts'

/** Creates a user with an assistant that also sends webhooks for unanswered calls. */
export const openSubscriber = async (
  world: World,
  answer: Parameters<typeof openReceiver>[0] = undefined,
  settings: Record<string, unknown> = {},
  owner?: TestUser,
) => {
  const receiver = await openReceiver(answer)
  onTestFinished(receiver.close)
  const user = owner ?? (await world.user())
  const assistant_id = await assistantFor(world, user, {
    webhook_url: `${receiver.url}/hook`,
    is_webhook_active: true,
    send_webhook_only_on_completed: false,
    ...settings,
  })
  const api = (method: string, path: string, body?: unknown) => world.api(user.token, method, path, body)
  return {
    user,
    assistant_id,
    receiver,
    api,
    /** Creates an unanswered call that ended just now, unless `more` says otherwise. */
    ended: (more: PartialCall = {}, detail: Partial<CallDetail> = {}) =>
      endCall(world, user, { assistant_id, ...more }, detail),
    endedInSilence: (more: PartialCall = {}) => record(world, user, { assistant_id, ...more }),
    deliveries: async (query = '') => (await api('GET', `/user/webhook-deliveries?${query}`)).body.data,
    call: async ({ call_id }: CallRef) => (await api('GET', `/user/calls/${call_id}`)).body,
    assistant: async () => (await api('GET', `/user/assistant/${assistant_id}`)).body,
  }
}

export type Subscriber = Awaited<ReturnType<typeof openSubscriber>>

export const endCall = async (...about: Parameters<typeof record>): Promise<CallRef> => {
  const ref = await record(...about)
  const [world] = about
  await registry.advanceCallQueue(world.parts).nudge(ref)
  return ref
}

const record = async (...about: Parameters<typeof ring>): Promise<CallRef> => {
  const ref = await ring(...about)
  const [world] = about
  await world.services.calls.apply(ref, { outcome: 'busy' }, world.clock.now())
  return ref
}

export const ring = async (
  world: World,
  { id: user_id }: Pick<TestUser, 'id'>,
  more: PartialCall & Pick<Call, 'assistant_id'>,
  detail: Partial<CallDetail> = {},
): Promise<CallRef> => {
  const call = ringingCall({ id: world.newId(), user_id, ...more }, world.clock.now())
  await world.services.calls.open(call, { variables: {}, input_variables: {}, ...detail })
  return { user_id, call_id: call.id }
}

export const idsOf = ({ received }: WebhookReceiver): string[] =>
  received.map(({ headers }) => headers['webhook-id'] ?? '')
