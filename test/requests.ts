import type { Call } from '../shared/domain/call.ts'
import { writeCallRef } from '../shared/domain/call-ref.ts'
import type { CallbackOperation, HttpOperation } from '../shared/operations/define.ts'
import { draft } from './functions/assistants/drafts.ts'
import type { TestUser, World } from './world.ts'

/** Who asks, and in which world. */
export interface Scene {
  world: World
  user: TestUser
}

/** How an ordinary request comes about: each function makes what the request is about, anew every time. */
interface Typical {
  /** For `{id}` in the path. */
  id?: (scene: Scene) => Promise<number>
  body?: (scene: Scene) => Promise<object>
  /** For `{ref}` in the path of a callback. */
  ref?: (scene: Scene) => Promise<string>
}

/**
 * One ordinary request for every operation that needs a path id or a body: it succeeds. The matrix of
 * operations.test.ts starts from it, and the benchmark measures it.
 */
const typical: Record<string, Typical> = {
  'create-assistant': { body: async () => draft },
  'update-assistant': { id: anAssistant, body: async () => ({ speech_speed: 1.1 }) },
  'delete-assistant': { id: anAssistant },
  'get-assistant': { id: anAssistant },
  'enable-webhook': { body: withWebhook },
  'disable-webhook': { body: async (scene) => ({ assistant_id: await anAssistant(scene) }) },
  'enable-inbound-webhook': { body: withWebhook },
  'disable-inbound-webhook': { body: async (scene) => ({ assistant_id: await anAssistant(scene) }) },

  'make-call': {
    body: async (scene) => {
      await scene.world.number(scene.user)
      return { phone_number: busyNumber, assistant_id: await anAssistant(scene), variables: { customer: 'Ada' } }
    },
  },
  'get-call': { id: aCallThatIsOver },
  'delete-call': { id: aCallThatIsOver },
  'answer-call': { ref: aRunningCall },
  'receive-call-status': { ref: aRunningCall },
  'receive-session-end': { ref: aRunningCall },
  'receive-answered-by': { ref: aRunningCall },
}

export interface TypicalRequest {
  /** Below the base path, with the id in its place. */
  path: string
  body: object | undefined
}

/** An ordinary request of this operation, with everything in place that it needs. */
export const typicalRequest = async (operation: HttpOperation, scene: Scene): Promise<TypicalRequest> => {
  const { id, body } = typical[operation.id] ?? {}
  const lacksId = operation.path.includes('{id}') && !id
  if (lacksId || (operation.body && !body))
    throw new Error(`test/requests.ts lacks a typical request of ${operation.id}`)
  return { path: pathWith(operation, await id?.(scene)), body: await body?.(scene) }
}

/** The operation's path with this in the place of `{id}`. */
export const pathWith = ({ path }: HttpOperation, id: number | string | undefined) => path.replace('{id}', String(id))

/** The path of a callback about something that exists. */
export const typicalPath = async ({ id, path }: CallbackOperation, scene: Scene): Promise<string> => {
  const { ref } = typical[id] ?? {}
  if (path.includes('{ref}') && !ref) throw new Error(`test/requests.ts lacks a typical reference of ${id}`)
  return path.replace('{ref}', (await ref?.(scene)) ?? '')
}

/** The carrier double says that it is busy. */
const busyNumber = '+12025550101'

async function anAssistant({ world, user }: Scene): Promise<number> {
  const { body } = await world.api(user.token, 'POST', '/user/assistant', draft)
  return body.data.id
}

async function withWebhook(scene: Scene) {
  return { assistant_id: await anAssistant(scene), webhook_url: 'https://example.com/hook' }
}

async function aCall({ world, user }: Scene, more: Partial<Call>): Promise<number> {
  const id = world.newId()
  const now = world.clock.now()
  const call: Call = {
    id,
    user_id: user.id,
    type: 'outbound',
    status: 'in-progress',
    assistant_id: 1,
    assistant_name: 'Reception',
    assistant_phone_number: '+12025560100',
    client_phone_number: '+12025550100',
    max_duration_seconds: 600,
    ends_on_voicemail: true,
    records: false,
    placement: 'placed',
    asked_at: now,
    progress: 'in-progress',
    answered_at: now,
    answered_by: 'human',
    duration: 0,
    carrier_cost: 0,
    total_cost: 0,
    carrier_minute: 13_000,
    platform_minute: 50_000,
    updated_at: now,
    revision: 1,
    ...more,
  }
  await world.services.calls.open(call, { variables: {}, input_variables: { customer: 'Ada' } })
  return id
}

async function aRunningCall(scene: Scene): Promise<string> {
  return writeCallRef({ user_id: scene.user.id, call_id: await aCall(scene, {}) })
}

function aCallThatIsOver(scene: Scene): Promise<number> {
  const now = scene.world.clock.now()
  const over = { status: 'ended_by_customer', outcome: 'completed', ended_by: 'customer', duration: 61 } as const
  return aCall(scene, { ...over, over_at: now, closed_at: now, charged_at: now, total_cost: 126_000 })
}
