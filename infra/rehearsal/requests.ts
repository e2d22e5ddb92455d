import * as z from 'zod'
import type { HttpOperation } from '../../shared/operations/define.ts'
import { problems } from '../../shared/words/problem.ts'
import { exampleAssistant } from '../local/demo.ts'
import { ask, get, make, type Scene, type SceneRequest, type SceneUser } from './scene.ts'
import { eventually } from './steps.ts'

/** Numbers of the simulated carrier: the first is busy, the second accepts calls and messages. */
const busyNumber = '+12025550101'
const customerNumber = '+12025550100'
/** The only number that is put on the blacklist. */
const unwillingNumber = '+12025550199'

/** Host name in the certificate of the webhook receiver. */
export const webhookHost = 'hooks.example.com'
export const webhookUrl = `https://${webhookHost}/calls`

type Request = (scene: Scene, user: SceneUser) => Promise<SceneRequest>

/**
 * Requests of all operations that need an id or a body. Each request first creates the objects that
 * it needs.
 */
const requests: Record<string, Request> = {
  'create-assistant': async () => ({ body: exampleAssistant }),
  'update-assistant': async (...on) => ({ id: await anAssistant(...on), body: { speech_speed: 1.1 } }),
  'delete-assistant': async (...on) => ({ id: await anAssistant(...on) }),
  'get-assistant': async (...on) => ({ id: await anAssistant(...on) }),
  'talk-to-assistant': async (...on) => ({
    id: await anAssistant(...on),
    body: { messages: [{ sender: 'human', text: 'Who are you?' }] },
  }),
  'save-draft': async (...on) => ({ id: await anAssistant(...on), body: aChange }),
  'get-draft': async (...on) => ({ id: await aDraft(...on) }),
  'discard-draft': async (...on) => ({ id: await aDraft(...on) }),
  'publish-draft': async (...on) => ({ id: await aDraft(...on), body: {} }),
  'get-rollout': async (...on) => ({ id: await aRollout(...on) }),
  'finish-rollout': async (...on) => ({ id: await aRollout(...on) }),
  'abort-rollout': async (...on) => ({ id: await aRollout(...on) }),
  'enable-webhook': withWebhook,
  'disable-webhook': async (...on) => ({ body: { assistant_id: await anAssistant(...on) } }),
  'enable-inbound-webhook': withWebhook,
  'enable-conversation-ended-webhook': withWebhook,
  'disable-inbound-webhook': async (...on) => ({ body: { assistant_id: await anAssistant(...on) } }),

  'create-tool': async () => ({ body: aToolDraft }),
  'get-tool': async (...on) => ({ id: await aTool(...on) }),
  'update-tool': async (...on) => ({ id: await aTool(...on), body: { timeout: 5 } }),
  'delete-tool': async (...on) => ({ id: await aTool(...on) }),
  'test-tool': async (...on) => ({ id: await aTool(...on), body: { arguments: { day: 'Monday' } } }),

  'create-lead': async (...on) => ({ body: await leadDraft(...on) }),
  'import-leads': async (...on) => {
    const { campaign_id, ...lead } = await leadDraft(...on)
    return { body: { campaign_id, leads: [lead, { phone_number: 'none' }] } }
  },
  'get-lead': async (...on) => ({ id: (await aLead(...on)).id }),
  'update-lead': async (...on) => ({ id: (await aLead(...on)).id, body: { variables: { customer_name: 'Grace' } } }),
  'set-lead-place': async (...on) => ({ id: (await aLead(...on)).id, body: { timezone: 'America/Denver' } }),
  'delete-lead': async (...on) => ({ id: (await aLead(...on)).id }),
  'create-campaign': async (...on) => ({ body: { name: 'Spring', assistant_id: await anAssistant(...on) } }),
  'get-campaign': async (...on) => ({ id: await aCampaign(...on) }),
  'update-campaign': async (...on) => ({ id: await aCampaign(...on), body: { max_calls_in_parallel: 5 } }),
  'delete-campaign': async (...on) => ({ id: await aCampaign(...on) }),
  'preview-campaign': async (...on) => ({ id: await aCampaign(...on) }),
  'update-campaign-status': async (...on) => ({
    body: { campaign_id: (await aLead(...on)).campaign_id, action: 'start' },
  }),

  'import-number': async (_, { id }) => ({ body: { phone_number: `+1202558${String(id % 10_000).padStart(4, '0')}` } }),
  'create-token': async () => ({ body: { name: 'Form', scope: 'operate' } }),
  'delete-token': async (...on) => ({ id: await make(...on, '/user/tokens', { name: 'Board', scope: 'read' }) }),
  'verify-caller-id': async (_, { id }) => ({
    body: { phone_number: `+1202559${String(id % 10_000).padStart(4, '0')}` },
  }),
  'get-caller-id': async (scene, user) => {
    const phone_number = `+1202557${String(user.id % 10_000).padStart(4, '0')}`
    const asked = await ask(scene, user, { method: 'POST', path: '/user/caller-ids' }, { body: { phone_number } })
    return { id: z.object({ id: z.int() }).parse(asked.body).id }
  },
  'make-call': async (...on) => ({ body: { phone_number: busyNumber, assistant_id: await anAssistant(...on) } }),
  'get-call': async (...on) => ({ id: await aCallThatIsOver(...on) }),
  'list-call-events': async (...on) => ({ id: await aCallThatIsOver(...on) }),
  'delete-call': async (...on) => ({ id: await aCallThatIsOver(...on) }),
  'send-sms': async (_, user) => ({ body: messageOf(user) }),
  'get-sms': async (scene, user) => ({ id: await make(scene, user, '/user/sms', messageOf(user)) }),
  'blacklist-number': async () => ({ body: { phone_number: unwillingNumber, reason: 'Asked to be left alone' } }),
  'remove-from-blacklist': async (scene, user) => ({
    id: await make(scene, user, '/user/blacklist', { phone_number: '+12025550198' }),
  }),

  'set-event-webhook': async () => ({ body: { webhook_url: null } }),
  'test-webhook': async (...on) => ({ id: await anAssistantWithWebhook(...on), body: {} }),
  'resend-webhook-delivery': async (...on) => ({ id: await aDelivery(...on) }),
  'resend-webhook-deliveries': async () => {
    const today = new Date().toISOString().slice(0, 10)
    return { body: { from: today, to: today } }
  },
}

/**
 * Returns an operation's request. An operation that `requests` lacks gets an unknown id, an empty
 * body or neither.
 */
export const requestOf = async (
  operation: HttpOperation,
  scene: Scene,
  user: SceneUser,
): Promise<SceneRequest & { status: number }> => {
  const request = requests[operation.id]
  if (request) return { ...(await request(scene, user)), status: operation.status }
  if (operation.path.includes('{')) return { id: 1, body: operation.body && {}, status: problems[operation.missing][0] }
  if (operation.body) return { body: {}, status: problems[operation.invalid][0] }
  return { status: operation.status }
}

const anAssistant: (scene: Scene, user: SceneUser) => Promise<number> = (scene, user) =>
  make(scene, user, '/user/assistant', exampleAssistant)

const aToolDraft = {
  name: 'book_table',
  description: 'Books a table.',
  endpoint: webhookUrl,
  method: 'POST',
  headers: [{ name: 'Authorization', value: 'Bearer secret' }],
  schema: [{ name: 'day', type: 'string', description: 'The day of the week' }],
}

const aTool = (scene: Scene, user: SceneUser): Promise<number> => make(scene, user, '/user/tools', aToolDraft)

const anAssistantWithWebhook = (scene: Scene, user: SceneUser): Promise<number> =>
  make(scene, user, '/user/assistant', {
    ...exampleAssistant,
    webhook_url: webhookUrl,
    is_webhook_active: true,
    send_webhook_only_on_completed: false,
  })

async function withWebhook(scene: Scene, user: SceneUser): Promise<SceneRequest> {
  return { body: { assistant_id: await anAssistant(scene, user), webhook_url: webhookUrl } }
}

const aCampaign = async (scene: Scene, user: SceneUser): Promise<number> =>
  make(scene, user, '/user/campaigns', { name: 'Spring', assistant_id: await anAssistant(scene, user) })

const leadDraft = async (scene: Scene, user: SceneUser) => ({
  phone_number: busyNumber,
  campaign_id: await aCampaign(scene, user),
  variables: { customer_name: 'Ada' },
})

const aLead = async (scene: Scene, user: SceneUser): Promise<{ id: number; campaign_id: number }> => {
  const draft = await leadDraft(scene, user)
  return { id: await make(scene, user, '/user/lead', draft), campaign_id: draft.campaign_id }
}

const messageOf = (user: SceneUser) => ({ from: user.number.id, to: customerNumber, body: 'Hello' })

const CallNow = z.object({ status: z.string() })

const aCallThatIsOver = async (scene: Scene, user: SceneUser, assistant = anAssistant): Promise<number> => {
  const draft = { phone_number: busyNumber, assistant_id: await assistant(scene, user) }
  const id = await make(scene, user, '/user/make_call', draft)
  await eventually('the call is over', async () => {
    return CallNow.parse(await get(scene, user, `/user/calls/${id}`)).status === 'busy'
  })
  return id
}

const Deliveries = z.object({ data: z.array(z.object({ id: z.int() })) })

const aDraft = async (scene: Scene, user: SceneUser): Promise<number> => {
  const id = await anAssistant(scene, user)
  const asked = await ask(scene, user, { method: 'PUT', path: '/user/assistants/{id}/draft' }, { id, body: aChange })
  if (asked.status !== 200) throw new Error(`The draft was answered ${asked.status}: ${JSON.stringify(asked.body)}`)
  return id
}
const aChange = { speech_speed: 1.1 }

const aRollout = async (scene: Scene, user: SceneUser): Promise<number> => {
  const id = await aDraft(scene, user)
  const path = '/user/assistants/{id}/draft/publish'
  const asked = await ask(
    scene,
    user,
    { method: 'POST', path },
    { id, body: { canary: { percent: 10, after_calls: 20 } } },
  )
  if (asked.status !== 200) throw new Error(`The canary was answered ${asked.status}: ${JSON.stringify(asked.body)}`)
  return id
}

const aDelivery = async (scene: Scene, user: SceneUser): Promise<number> => {
  const call_id = await aCallThatIsOver(scene, user, anAssistantWithWebhook)
  return eventually('its webhook is listed', async () => {
    return Deliveries.parse(await get(scene, user, `/user/webhook-deliveries?call_id=${call_id}`)).data[0]?.id
  })
}
