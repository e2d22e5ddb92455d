import * as z from 'zod'
import { importList, isDone } from '../shared/actions/opt-outs/import-list.ts'
import { callerIds } from '../shared/data/account/caller-ids.ts'
import { dataExports } from '../shared/data/account/data-exports.ts'
import { decisionWrites, evidence } from '../shared/data/evidence/evidence.ts'
import { evidenceExports } from '../shared/data/evidence/evidence-exports.ts'
import { leadImports } from '../shared/data/leads/lead-imports.ts'
import { optOutQuestions } from '../shared/data/opt-outs/opt-out-questions.ts'
import { suppressionLists as openLists } from '../shared/data/opt-outs/suppression-lists.ts'
import { personWorks } from '../shared/data/people/person-works.ts'
import type { CallerId } from '../shared/domain/account/caller-id.ts'
import { newDataExport } from '../shared/domain/account/data-export.ts'
import { writeCallRef } from '../shared/domain/calls/call-ref.ts'
import type { Leg } from '../shared/domain/calls/leg.ts'
import { writeLegRef } from '../shared/domain/calls/leg-ref.ts'
import { withCheckAt } from '../shared/domain/conversations/silence-checks.ts'
import { newModelSession, type Talk } from '../shared/domain/conversations/talk.ts'
import { withToolKey, writeToolKey } from '../shared/domain/conversations/tool-key.ts'
import { noHash } from '../shared/domain/evidence/evidence.ts'
import { knowledgebasesMax } from '../shared/domain/knowledge/knowledgebase.ts'
import { newLeadImport } from '../shared/domain/leads/lead-import.ts'
import { newPersonWork, type PersonWorkKind } from '../shared/domain/people/person-work.ts'
import type { SimulationRef } from '../shared/domain/simulations/simulation.ts'
import { newImport } from '../shared/domain/suppression-lists/list-form.ts'
import { type ListImport, listsMax } from '../shared/domain/suppression-lists/suppression-list.ts'
import type { CallbackOperation, HttpOperation, VisitOperation, WorkerOperation } from '../shared/operations/define.ts'
import { openJobsKey } from '../shared/table/keys.ts'
import { idAt } from '../shared/words/id.ts'
import { must } from '../shared/words/must.ts'
import {
  assistantDraft,
  assistantFor,
  awaitedTalk,
  campaignFor,
  leadFor,
  type PartialCall,
  ringingCall,
} from './fixtures.ts'
import { documentFor, knowledgebaseDraft, knowledgebaseFor } from './functions/knowledgebases/knowledgebase.ts'
import { recordedCall, replay, shownReplay } from './functions/simulations/replay.ts'
import { freePlaces, simulationDraft, simulationFor } from './functions/simulations/simulation.ts'
import { toolDraft, toolFor } from './functions/tools/tool.ts'
import type { TestUser, World } from './world.ts'

export interface RequestScene {
  world: World
  user: TestUser
}

interface Typical {
  given?: (scene: RequestScene) => Promise<unknown>
  /**
   * `id` creates a record and returns its id for `{id}` in the path; `innerId` does so for
   * `{document_id}` or `{version}`.
   */
  id?: (scene: RequestScene) => Promise<number>
  innerId?: (scene: RequestScene, id: number) => Promise<number>
  uuid?: (scene: RequestScene) => Promise<string>
  region?: (scene: RequestScene) => Promise<string>
  body?: (scene: RequestScene) => Promise<object>
  ref?: (scene: RequestScene) => Promise<string>
  message?: (scene: RequestScene) => Promise<object>
}

/** Successful requests of operations whose request needs an id or a body. */
const typical: Record<string, Typical> = {
  'create-assistant': { body: async () => assistantDraft },
  'update-assistant': { id: anAssistant, body: async () => ({ speech_speed: 1.1 }) },
  'delete-assistant': { id: anAssistant },
  'get-assistant': { id: anAssistant },
  'talk-to-assistant': {
    id: anAssistant,
    body: async () => ({ messages: [{ sender: 'human', text: 'Who are you?' }] }),
  },
  'list-assistants': { given: anAssistant },
  'list-assistant-names': { given: anAssistant },
  'list-outbound-assistants': { given: anAssistant },
  'list-assistant-versions': { id: aChangedAssistant },
  'get-assistant-version': { id: aChangedAssistant, innerId: async () => 2 },
  'restore-assistant-version': {
    id: aChangedAssistant,
    innerId: async () => 1,
    body: async () => ({ note: 'As before' }),
  },
  'save-draft': { id: anAssistant, body: async () => ({ speech_speed: 1.1 }) },
  'get-draft': { id: aDraftedAssistant },
  'discard-draft': { id: aDraftedAssistant },
  'publish-draft': { id: aDraftedAssistant, body: async () => ({ note: 'Tried out' }) },
  'get-rollout': { id: aRollout },
  'finish-rollout': { id: aRollout },
  'abort-rollout': { id: aRollout },
  'enable-webhook': { body: withWebhook },
  'disable-webhook': { body: async (scene) => ({ assistant_id: await anAssistant(scene) }) },
  'enable-inbound-webhook': { body: withWebhook },
  'enable-conversation-ended-webhook': { body: withWebhook },
  'disable-conversation-ended-webhook': { body: async (scene) => ({ assistant_id: await anAssistant(scene) }) },
  'disable-inbound-webhook': { body: async (scene) => ({ assistant_id: await anAssistant(scene) }) },

  'create-tool': { body: async () => toolDraft },
  'list-tools': { given: aTool },
  'get-tool': { id: aTool },
  'update-tool': { id: aTool, body: async () => ({ timeout: 5 }) },
  'delete-tool': { id: aTool },
  'test-tool': { id: aTool, body: async () => ({ arguments: { day: 'Monday' } }) },

  'create-knowledgebase': { body: async () => knowledgebaseDraft },
  'list-knowledgebases': { given: aKnowledgebase },
  'get-knowledgebase': { id: aKnowledgebase },
  'update-knowledgebase': { id: aKnowledgebase, body: async () => ({ name: 'Opening hours' }) },
  'delete-knowledgebase': { id: aKnowledgebase },
  'create-document': { id: aKnowledgebase, body: async () => ({ name: 'Prices', type: 'txt', size: 12 }) },
  'list-documents': { id: aKnowledgebaseWithDocument },
  'get-document': { id: aKnowledgebase, innerId: aDocument },
  'update-document': { id: aKnowledgebase, innerId: aDocument, body: async () => ({ name: 'Old prices' }) },
  'delete-document': { id: aKnowledgebase, innerId: aDocument },
  'read-documents': { message: async ({ user }) => ({ user_id: user.id }) },
  'simulate-assistant': { id: anIdleAssistant, body: async () => simulationDraft },
  'get-simulation': { id: aSimulation },
  'list-simulations': { given: aSimulation },
  'replay-draft': { id: aReplayableAssistant, body: async () => ({ calls: 1 }) },
  'get-replay': { id: aReplay },
  'list-replays': { given: aReplay },
  'get-replayed-call': { id: aReplay, innerId: aReplayedCall },
  'run-simulation': { message: async (scene) => ({ ...(await simulationRef(scene)), run: 1 }) },

  'create-lead': {
    body: async (scene) => ({
      phone_number: busyNumber,
      campaign_id: await aCampaign(scene),
      variables: { customer_name: 'Ada' },
    }),
  },
  'import-leads': {
    body: async (scene) => ({
      campaign_id: await aCampaign(scene),
      leads: [{ phone_number: busyNumber, variables: { customer_name: 'Ada' } }, { phone_number: 'none' }],
    }),
  },
  'create-lead-import': {
    given: freeJobs,
    body: async (scene) => ({ campaign_id: await aCampaign(scene), name: 'leads.csv', size: 26 }),
  },
  'get-lead-import': { id: aLeadImport },
  'list-lead-imports': { given: aLeadImport },
  'import-lead-file': {
    message: async (scene) => ({ user_id: scene.user.id, import_id: await aLeadImport(scene) }),
  },
  'get-lead': { id: aLead },
  'list-leads': { given: aLead },
  'update-lead': { id: aLead, body: async () => ({ variables: { customer_name: 'Grace' } }) },
  'delete-lead': { id: aLead },
  'set-lead-place': { id: aLead, body: async () => ({ timezone: 'America/Denver', region: 'US-CO' }) },
  'create-campaign': { body: async (scene) => ({ name: 'Spring', assistant_id: await anAssistant(scene) }) },
  'get-campaign': { id: aCampaign },
  'list-campaigns': { given: aCampaign },
  'update-campaign': { id: aCampaign, body: async () => ({ max_calls_in_parallel: 5 }) },
  'delete-campaign': { id: aCampaign },
  'preview-campaign': { id: aCampaign },
  'update-campaign-status': {
    body: async (scene) => {
      const { campaign_id } = await aLeadOfACampaign(scene)
      await scene.world.number(scene.user)
      return { campaign_id, action: 'start' }
    },
  },

  'create-token': {
    given: roomForTokens,
    body: async () => ({ name: 'Form on the web page', scope: 'operate' }),
  },
  'delete-token': { id: aToken },

  'make-call': {
    body: async (scene) => {
      await scene.world.number(scene.user)
      return { phone_number: busyNumber, assistant_id: await anAssistant(scene), variables: { customer: 'Ada' } }
    },
  },
  'create-web-call': { id: anAssistant, body: async () => ({ variables: { name: 'Ada' } }) },
  'begin-web-call': { body: async (scene) => ({ assistant_id: await aWidget(scene), variables: { name: 'Ada' } }) },
  'follow-web-call': { body: aFollowedCall },
  'get-widget': { uuid: aWidget },
  'begin-chat': { body: async (scene) => ({ assistant_id: await aWidget(scene), variables: { name: 'Ada' } }) },
  'get-chat': { uuid: aChat },
  'list-chats': { given: aChat },
  'enable-chat-ai': { uuid: aChat },
  'disable-chat-ai': { uuid: aChat },
  'send-chat-message': { uuid: aChat, body: async () => ({ message: 'When do you open?' }) },
  'generate-reply': {
    body: async (scene) => ({
      assistant_id: await anAssistant(scene),
      customer_identifier: 'ada@example.com',
      message: 'When do you open?',
    }),
  },
  'end-chat': { message: aChatRef },
  'send-sms': { body: aMessage },
  'list-sms': { given: aSentMessage },
  'list-transactions': { given: aSentMessage },
  'import-number': { body: async ({ world }) => ({ phone_number: nextOf(numbersImported, world, '+1202558') }) },
  'verify-caller-id': { body: async ({ world }) => ({ phone_number: nextOf(numbersVerified, world, '+1202559') }) },
  'get-caller-id': { id: async (scene) => (await aVerification(scene)).id },
  'receive-caller-id-status': { ref: async (scene) => `${scene.user.id}-${(await aVerification(scene)).id}` },
  'purchase-number': { body: aNumberOnSale },
  'release-number': { id: async ({ world, user }) => (await world.number(user)).id },
  'update-number': {
    id: async ({ world, user }) => (await world.number(user)).id,
    body: async () => ({ nickname: 'Front desk' }),
  },
  'list-phone-numbers': { given: ({ world, user }) => world.number(user) },
  'get-sms': { id: async (scene) => (await aSentMessage(scene)).id },
  'receive-sms-status': { ref: async (scene) => `${scene.user.id}-${(await aSentMessage(scene)).id}` },
  'list-calling-rules': { given: someHours },
  'set-calling-rule': {
    region: async () => 'US-FL',
    body: async () => ({ hours: { monday: ['09:00-12:00', '13:00-17:00'], tuesday: ['09:00-17:00'] } }),
  },
  'remove-calling-rule': { region: someHours },
  'check-calling-rules': { body: async () => ({ phone_number: unwillingNumber, at: '2026-11-25 15:00:00' }) },
  'blacklist-number': { body: async () => ({ phone_number: unwillingNumber, reason: 'Asked to be left alone' }) },
  'remove-from-blacklist': { id: aBlacklisting },
  'list-blacklist': { given: aBlacklisting },

  'create-suppression-list': {
    given: freeJobs,
    body: async () => ({ name: 'Federal', as_of: '2026-11-20', size: 12 }),
  },
  'get-suppression-list': { id: aList },
  'list-suppression-lists': { given: aList },
  'delete-suppression-list': { id: aList },
  'import-list': { message: async (scene) => ({ user_id: scene.user.id, import_id: await aList(scene) }) },
  'judge-opt-out': { message: aQuestion },
  'create-consent': { body: async () => consentDraft },
  'list-consents': { given: aConsent },
  'revoke-consent': { id: aConsent, body: async () => ({ because: 'By letter' }) },

  'test-webhook': { id: anAssistantWithWebhook, body: async () => ({}) },
  'set-event-webhook': { body: async () => ({ webhook_url: 'https://example.com/events' }) },
  'list-webhook-deliveries': { given: aDelivery },
  'resend-webhook-delivery': { id: aDelivery },
  'resend-webhook-deliveries': { body: async () => ({ from: '2026-11-25', to: '2026-11-25' }) },

  'get-call': { id: aCallThatIsOver },
  'list-calls': { given: aCallThatIsOver },
  'get-analytics': { given: aCallThatIsOver },
  'list-call-events': { id: aCallThatIsOver },
  'end-call': { id: (scene) => aCall(scene, {}) },
  'say-in-call': { id: aTalk, body: async () => ({ text: 'The doctor is free now.' }) },
  'transfer-call': { id: aTalk, body: async () => ({ phone_number: busyNumber, message: 'Ada takes over now.' }) },
  'receive-leg-end': { ref: aLeg },
  'receive-leg-status': { ref: aLeg },
  'answer-leg': { ref: aLeg },
  'delete-call': { id: aCallThatIsOver },
  'answer-call': { ref: aRunningCall },
  'receive-call-status': { ref: aRunningCall },
  'receive-session-end': { ref: aRunningCall },
  'receive-recording': { ref: aRunningCall },
  'receive-words': { ref: aRunningCall },
  'steer-session': {
    message: async (scene) => ({ user_id: scene.user.id, call_id: await aTalk(scene), at: scene.world.clock.now() }),
  },
  'copy-recording': { message: aRecording },
  'get-call-evidence': { id: async (scene) => (await aDecision(scene)).call_id },
  'link-evidence': { message: async (scene) => ({ user_id: scene.user.id, keys: [(await aDecision(scene)).key] }) },
  'get-evidence-export': { id: anExportThatWaits },
  'create-export': {
    given: freeJobs,
    body: async () => ({ what: 'calls', filters: { status: 'completed', date_from: '2026-11-01' } }),
  },
  'get-export': { id: aDataExport },
  'create-person-export': { given: freeJobs, body: async () => ({ phone_number: '+12025550123' }) },
  'get-person-export': { id: (scene) => aPersonWork(scene, 'export') },
  'create-person-erasure': { given: freeJobs, body: async () => ({ phone_number: '+12025550123' }) },
  'get-person-erasure': { id: (scene) => aPersonWork(scene, 'erasure') },
  'handle-person': {
    message: async (scene) => ({ user_id: scene.user.id, work_id: await aPersonWork(scene, 'export') }),
  },
  'write-evidence': {
    message: async (scene) => ({ user_id: scene.user.id, export_id: await anEvidenceExport(scene) }),
  },
  'write-export': {
    message: async (scene) => ({ user_id: scene.user.id, export_id: await aDataExport(scene) }),
  },
  'seal-history': { message: async ({ user }) => ({ user_id: user.id, noun: 'call' }) },
  'receive-answered-by': { ref: aRunningCall },
}

export interface TypicalRequest {
  path: string
  id: number | string | undefined
  innerId: number | undefined
  body: object | undefined
}

export const typicalRequest = async (operation: HttpOperation, scene: RequestScene): Promise<TypicalRequest> => {
  const { given, id, innerId, region, uuid, body } = typical[operation.id] ?? {}
  const lacksId = (operation.path.includes('{id}') && !id) || (operation.path.includes('{region}') && !region)
  if (lacksId || (operation.body && !body))
    throw new Error(`test/requests.ts lacks a typical request of ${operation.id}`)
  await given?.(scene)
  const known = await id?.(scene)
  const inner = known === undefined ? undefined : await innerId?.(scene, known)
  const own = known ?? (await (region ?? uuid)?.(scene))
  return { path: pathWith(operation, own, inner), id: own, innerId: inner, body: await body?.(scene) }
}

export const pathWith = ({ path }: { path: string }, id: number | string | undefined, innerId: number | string = 1) =>
  path.replace(/\{(id|region|uuid)\}/, String(id)).replace(/\{(document_id|version|call_id)\}/, String(innerId))

export const typicalVisit = async (operation: VisitOperation, scene: RequestScene) => {
  const { uuid, body } = typical[operation.id] ?? {}
  if ((operation.path.includes('{uuid}') && !uuid) || (operation.body && !body))
    throw new Error(`test/requests.ts lacks a typical request of ${operation.id}`)
  const id = await uuid?.(scene)
  return { path: operation.path.replace('{uuid}', id ?? ''), id, body: await body?.(scene), origin: pageOrigin }
}

/** Returns the callback's path with the reference of an existing record. */
export const typicalPath = async ({ id, path }: CallbackOperation, scene: RequestScene): Promise<string> => {
  const { ref } = typical[id] ?? {}
  if (path.includes('{ref}') && !ref) throw new Error(`test/requests.ts lacks a typical reference of ${id}`)
  return path.replace('{ref}', (await ref?.(scene)) ?? '')
}

const recordingSid = `RE${'1'.padStart(32, '0')}`

/** Makes a worker's message about an existing call or SMS, with sample values for other fields. */
export const typicalMessage = async ({ id, message }: WorkerOperation, scene: RequestScene): Promise<object> => {
  const own = await typical[id]?.message?.(scene)
  if (own) return own
  const values: Record<string, unknown> = { user_id: scene.user.id }
  const fields: Record<string, z.ZodType> = message instanceof z.ZodObject ? message.shape : {}
  for (const [name, field] of Object.entries(fields)) {
    if (name === 'call_id') values[name] = await aCall(scene, {})
    else if (name === 'sms_id') values[name] = (await aSentMessage(scene)).id
    else if (name in values || field.safeParse(undefined).success) continue
    else values[name] = [1, 'a', recordingSid, [], {}, true].find((value) => field.safeParse(value).success)
  }
  return values
}

export const pageOrigin = 'https://shop.example'

async function aWidget({ world, user }: RequestScene): Promise<string> {
  const widget_settings = { enabled: true, allowed_origins: [pageOrigin], voice: true, calls_at_once: 50 }
  const id = await assistantFor(world, user, { widget_settings })
  return (await world.api(user.token, 'GET', `/user/assistant/${id}`)).body.uuid
}

async function aFollowedCall(scene: RequestScene): Promise<object> {
  const { world, user } = scene
  const { body } = await world.api(user.token, 'POST', `/user/assistants/${await anAssistant(scene)}/web-call`)
  return { follow_token: body.data.follow_token }
}

async function aChat(scene: RequestScene): Promise<string> {
  const { world } = scene
  const body = JSON.stringify({ assistant_id: await aWidget(scene) })
  const begun = await world.request('POST', '/conversations', {
    headers: { origin: pageOrigin, 'content-type': 'application/json' },
    body,
  })
  return begun.body.conversation_id
}

async function aChatRef(scene: RequestScene): Promise<object> {
  const uuid = await aChat(scene)
  const found = (await scene.world.items()).find(({ pk }) => pk === `chat-uuid#${uuid}`)
  return { user_id: scene.user.id, chat_id: found?.chat_id }
}

/**
 * The simulated carrier reports `busyNumber` as busy, and delivers every message to
 * `customerNumber`.
 */
const busyNumber = '+12025550101'
const customerNumber = '+12025550100'
const consentDraft = {
  phone_number: customerNumber,
  kind: 'express_written',
  covers_artificial_voice: true,
  text: 'I agree that Acme may call me with an AI voice about my appointment.',
  captured_by: 'web',
  given_at: '2026-11-20 09:00:00',
}
async function someHours({ world, user }: RequestScene): Promise<string> {
  await world.api(user.token, 'PUT', '/user/calling-rules/US-TX', { hours: { monday: ['10:00-16:00'] } })
  return 'US-TX'
}

const unwillingNumber = '+12025550199'

/** Creates a tool with an address at which no server listens. */
function aTool({ world, user }: RequestScene): Promise<number> {
  return toolFor(world, user, { endpoint: 'http://localhost:9/tables' })
}

async function aKnowledgebase({ world, user }: RequestScene): Promise<number> {
  const bases = await world.services.knowledgebases.list(user.id)
  if (bases.length > knowledgebasesMax / 2)
    for (const { id } of bases) await world.services.knowledgebases.markDeleted(user.id, id, world.clock.now())
  return knowledgebaseFor(world, user)
}

async function aKnowledgebaseWithDocument(scene: RequestScene): Promise<number> {
  const id = await aKnowledgebase(scene)
  await aDocument(scene, id)
  return id
}

function aDocument({ world, user }: RequestScene, base_id: number): Promise<number> {
  return documentFor(world, user, base_id, 'We open at nine.')
}

async function aSimulation(scene: RequestScene): Promise<number> {
  return (await simulationRef(scene)).simulation_id
}

async function anIdleAssistant(scene: RequestScene): Promise<number> {
  await freePlaces(scene.world, scene.user)
  return anAssistant(scene)
}

/** Creates an assistant with a draft, and one call in which a customer spoke. */
async function aReplayableAssistant(scene: RequestScene): Promise<number> {
  await freePlaces(scene.world, scene.user)
  const assistant_id = await anAssistant(scene)
  const { world, user } = scene
  await world.api(user.token, 'PUT', `/user/assistants/${assistant_id}/draft`, { speech_speed: 1.1 })
  await recordedCall(world, user, { assistant_id })
  return assistant_id
}

async function aReplay(scene: RequestScene): Promise<number> {
  return replay(scene.world, scene.user, await aReplayableAssistant(scene), { calls: 1 })
}

async function aReplayedCall({ world, user }: RequestScene, id: number): Promise<number> {
  return (await shownReplay(world, user, id)).results[0].call_id
}

async function simulationRef({ world, user }: RequestScene): Promise<SimulationRef> {
  const assistant_id = await assistantFor(world, user)
  return simulationFor(world, user, assistant_id)
}

async function aChangedAssistant(scene: RequestScene): Promise<number> {
  const id = await anAssistant(scene)
  const { world, user } = scene
  await world.api(user.token, 'PUT', `/user/assistant/${id}`, { speech_speed: 1.1, note: 'A little faster' })
  return id
}

async function aDraftedAssistant(scene: RequestScene): Promise<number> {
  const id = await anAssistant(scene)
  const { world, user } = scene
  await world.api(user.token, 'PUT', `/user/assistants/${id}/draft`, { speech_speed: 1.1, note: 'A little faster' })
  return id
}

async function aRollout(scene: RequestScene): Promise<number> {
  const id = await aDraftedAssistant(scene)
  const { world, user } = scene
  const canary = { percent: 10, guards: [{ metric: 'goal_rate', worse_by: 0.1 }], after_calls: 40 }
  await world.api(user.token, 'POST', `/user/assistants/${id}/draft/publish`, { canary })
  return id
}

function anAssistant({ world, user }: RequestScene): Promise<number> {
  return assistantFor(world, user)
}

async function roomForTokens({ world, user }: RequestScene): Promise<void> {
  const { data } = (await world.api(user.token, 'GET', '/user/tokens')).body
  const others = data.filter(({ in_use }: { in_use: boolean }) => !in_use)
  if (others.length < 50) return
  for (const { id } of others) await world.api(user.token, 'DELETE', `/user/tokens/${id}`)
}

async function aToken(scene: RequestScene): Promise<number> {
  await roomForTokens(scene)
  const { world, user } = scene
  const body = { name: 'Dashboard', scope: 'read' }
  return (await world.api(user.token, 'POST', '/user/tokens', body)).body.data.id
}

async function aCampaign({ world, user }: RequestScene): Promise<number> {
  return campaignFor(world, user)
}

async function aLeadOfACampaign(scene: RequestScene): Promise<{ id: number; campaign_id: number }> {
  const campaign_id = await aCampaign(scene)
  return leadFor(scene.world, scene.user, campaign_id, busyNumber)
}

async function aLead(scene: RequestScene): Promise<number> {
  return (await aLeadOfACampaign(scene)).id
}

async function withWebhook(scene: RequestScene) {
  return { assistant_id: await anAssistant(scene), webhook_url: 'https://example.com/hook' }
}

async function aRecording({ world, user }: RequestScene) {
  await world.number(user)
  const assistant_id = await assistantFor(world, user, { record_call: true })
  const request = { phone_number: customerNumber, assistant_id }
  const { body } = await world.api(user.token, 'POST', '/user/make_call', request)
  const ref = { user_id: user.id, call_id: body.data.id }
  for (let tries = 0; tries < 10; tries++) {
    await world.run(60)
    const [detail] = await world.services.calls.details([ref])
    const recording_sid = /RE[0-9a-f]{32}/.exec(detail?.recording_key ?? '')?.[0]
    if (recording_sid) return { ...ref, recording_sid }
  }
  throw new Error('The call was not recorded')
}

function anAssistantWithWebhook({ world, user }: RequestScene): Promise<number> {
  const webhook_url = 'http://localhost:9/hook'
  return assistantFor(world, user, { webhook_url, is_webhook_active: true, send_webhook_only_on_completed: false })
}

async function aDelivery(scene: RequestScene): Promise<number> {
  const { world, user } = scene
  const ringing = { status: 'ringing', progress: 'ringing', answered_at: undefined } as const
  const call_id = await aCall(scene, { ...ringing, assistant_id: await anAssistantWithWebhook(scene) })
  await world.services.calls.apply({ user_id: user.id, call_id }, { outcome: 'busy' }, world.clock.now())
  const { body } = await world.api(user.token, 'GET', `/user/webhook-deliveries?call_id=${call_id}`)
  return body.data[0].id
}

async function aMessage({ world, user }: RequestScene) {
  const { id } = await world.number(user)
  await world.services.ledger.move({ user_id: user.id, type: 'top_up', amount: 1_000_000_000, description: 'Top-up' })
  return { from: id, to: customerNumber, body: 'Hello' }
}

async function aSentMessage(scene: RequestScene): Promise<{ id: number }> {
  const { body } = await scene.world.api(scene.user.token, 'POST', '/user/sms', await aMessage(scene))
  return body.data
}

async function aConsent({ world, user }: RequestScene): Promise<number> {
  const { body } = await world.api(user.token, 'POST', '/user/consents', consentDraft)
  return body.data.id
}

async function aQuestion({ world, user }: RequestScene): Promise<object> {
  const about = { kind: 'text', sms_sid: `SM${world.newId()}` } as const
  const hinted = { user_id: user.id, phone_number: unwillingNumber, words: ['Never mind the calls.'], about }
  return must(await optOutQuestions(world.parts).ask(hinted, world.clock.now()), 'question')
}

async function aList({ world, user }: RequestScene): Promise<number> {
  const { clock } = world.parts
  const ref = { id: world.newId(), user_id: user.id }
  const made = newImport({ name: `Federal ${ref.id}`, as_of: '2026-11-20' }, ref, clock.now())
  const suppressionLists = openLists(world.parts)
  const open = async () =>
    (async function* () {
      yield new TextEncoder().encode('+12025550198')
    })()
  const run = (before: ListImport) =>
    importList({ clock, suppressionLists }, { before, open, until: Number.MAX_SAFE_INTEGER })
  const { lists } = await suppressionLists.head(user.id)
  if (lists.length > listsMax / 2) for (const { import_id } of lists) await suppressionLists.remove(user.id, import_id)
  for (const one of await suppressionLists.imports(user.id)) if (one.removes && !isDone(one)) await run(one)
  await suppressionLists.begin(made, 'operator')
  for (let rest: ListImport | undefined = made; rest && !isDone(rest); ) {
    await run(rest)
    rest = await suppressionLists.find({ user_id: user.id, import_id: made.id })
  }
  return made.id
}

async function aLeadImport(scene: RequestScene): Promise<number> {
  const { world, user } = scene
  const wanted = { campaign_id: await aCampaign(scene), name: 'leads.csv', hash: 'none' }
  const made = newLeadImport(wanted, { id: world.newId(), user_id: user.id }, world.clock.now())
  await leadImports(world.parts).begin(made)
  return made.id
}

async function aBlacklisting({ world, user }: RequestScene): Promise<number> {
  const { body } = await world.api(user.token, 'POST', '/user/blacklist', { phone_number: unwillingNumber })
  return body.data.id
}

async function aCall(scene: RequestScene, more: PartialCall): Promise<number> {
  const { world, user } = scene
  const id = world.newId()
  const now = world.clock.now()
  const placement = { phase: 'answered', asked_at: now, answered_at: now } as const
  const talking = { status: 'in-progress', placement, answered_by: 'human' } as const
  const priced = { client_phone_number: customerNumber, carrier_minute: 13_000, platform_minute: 50_000 }
  const call = ringingCall({ id, user_id: user.id, assistant_id: 1, ...talking, ...priced, ...more }, now)
  const opened = await world.services.calls.open(call, { variables: {}, input_variables: { customer: 'Ada' } })
  return opened === 'exists' ? aCall(scene, more) : id
}

async function aRunningCall(scene: RequestScene): Promise<string> {
  return writeCallRef({ user_id: scene.user.id, call_id: await aCall(scene, {}) })
}

async function aLeg(scene: RequestScene): Promise<string> {
  const now = scene.world.clock.now()
  const leg: Leg = {
    id: scene.world.newId(),
    to: busyNumber,
    is_warm: true,
    by: 'user',
    asked_at: now,
    stage: { phase: 'dialled', dialled_at: now, question: undefined },
    limit_seconds: 300,
    drive_at: now,
    drives: 0,
    carrier_minute: 14_000,
  }
  return writeLegRef({ user_id: scene.user.id, call_id: await aCall(scene, { legs: [leg] }), place: 1 })
}

async function aTalk(scene: RequestScene, held: Partial<Talk> = {}): Promise<number> {
  const { world, user } = scene
  const assistant_id = await anAssistant(scene)
  const call_id = await aCall(scene, { assistant_id })
  const now = world.clock.now()
  const later = now + 24 * 60 * 60 * 1000
  const fresh = { user_id: user.id, call_id, assistant_id, carrier_sid: '', ticket: 'ticket', greeting: 'Hello.' }
  const talk = withCheckAt(awaitedTalk({ ...fresh, quiet_since: later, ...held }, now), later)
  await world.services.conversations.begin(talk)
  return call_id
}

const numbersAsked = new WeakMap<World, number>()
const numbersImported = new WeakMap<World, number>()
const numbersVerified = new WeakMap<World, number>()

async function aVerification({ world, user }: RequestScene): Promise<CallerId> {
  const asked = { user_id: user.id, country_code: 'US', state: 'pending', asked_at: world.clock.now() } as const
  const callerId = { ...asked, id: world.newId(), phone_number: nextOf(numbersVerified, world, '+1202559') }
  await callerIds(world.parts).open(callerId)
  return callerId
}

const nextOf = (named: WeakMap<World, number>, world: World, prefix: string): string => {
  const place = named.get(world) ?? 0
  named.set(world, place + 1)
  return `${prefix}${String(place).padStart(4, '0')}`
}

/** Returns an unused number, and gives the user money for its first month. */
async function aNumberOnSale({ world, user }: RequestScene) {
  const { id: user_id } = user
  await world.services.ledger.move({ user_id, type: 'top_up', amount: 2_000_000, description: 'Top-up' })
  const asked = numbersAsked.get(world) ?? 0
  numbersAsked.set(world, asked + 1)
  // Avoids last digits above 90, because the simulated carrier refuses to sell these numbers.
  const area = must(['415', '212', '312'][Math.floor(asked / 90)], 'number on sale')
  return { phone_number: `+1${area}7000${String(asked % 90).padStart(3, '0')}` }
}

function aCallThatIsOver(scene: RequestScene): Promise<number> {
  const now = scene.world.clock.now()
  const placement = { phase: 'over', outcome: 'completed', asked_at: now, answered_at: now, over_at: now } as const
  const over = { status: 'ended_by_customer', placement, ended_by: 'customer', duration: 61 } as const
  return aCall(scene, { ...over, closed_at: now, charged_at: now, total_cost: 126_000 })
}

export const aCallKey = async (scene: RequestScene): Promise<string> => {
  const ref = { user_id: scene.user.id, call_id: await aTalk(scene, { channel: newModelSession() }) }
  const key = writeToolKey(ref, new Uint8Array(32).fill(7))
  await scene.world.services.conversations.change(ref, (talk) => ({ talk: withToolKey(talk, key), settled: [] }))
  return key
}

/** Creates a rejected single call, whose decision is not yet in an evidence chain. */
async function aDecision(scene: RequestScene): Promise<{ call_id: number; key: string }> {
  const { world, user } = scene
  const call_id = await aCallThatIsOver(scene)
  const decision = {
    chain: 0,
    decision: 'refused' as const,
    call_id,
    phone_number: busyNumber,
    reasons: ['The phone number is on the blacklist.'],
  }
  const writes = decisionWrites(world.parts.random, user.id, decision, world.clock.now())
  await world.parts.table.write(writes)
  const [written] = await evidence(world.parts).ofCall(user.id, call_id)
  return { call_id, key: must(written, 'decision').key }
}

async function anEvidenceExport({ world, user }: RequestScene): Promise<number> {
  await freeJobs({ world, user })
  const { body } = await world.api(user.token, 'POST', '/user/evidence/exports')
  return body.data.id
}

async function freeJobs({ world, user }: Pick<RequestScene, 'world' | 'user'>): Promise<void> {
  await world.parts.table.write([{ delete: openJobsKey(user.id) }])
}

/**
 * Creates an export without a message to its worker, so it stays unfinished and has no signed link.
 */
async function anExportThatWaits({ world, user }: RequestScene): Promise<number> {
  const id = idAt(world.clock.now(), world.parts.random.number())
  const wanted = { id, user_id: user.id, status: 'waiting' as const, files: 0, decisions: 0, unlinked: 0 }
  await freeJobs({ world, user })
  await evidenceExports(world.parts).begin({ ...wanted, chains: 0, lines_hash: noHash, revision: 1 })
  return id
}

async function aDataExport({ world, user }: RequestScene): Promise<number> {
  const id = idAt(world.clock.now(), world.parts.random.number())
  await freeJobs({ world, user })
  await dataExports(world.parts).begin(
    newDataExport({ id, user_id: user.id, what: 'calls', format: 'csv', filters: {} }),
  )
  return id
}

async function aPersonWork({ world, user }: RequestScene, kind: PersonWorkKind): Promise<number> {
  const id = idAt(world.clock.now(), world.parts.random.number())
  await personWorks(world.parts).begin(newPersonWork(id, user.id, kind, '+12025550123'), 'operator')
  return id
}
