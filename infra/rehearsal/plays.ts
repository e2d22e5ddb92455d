import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { Webhook } from 'standardwebhooks'
import * as z from 'zod'
import { serveAgents } from '../../shared/operations/agents.ts'
import { assetOperations, httpOperations, publicationOperations } from '../../shared/operations/index.ts'
import type { CarrierStats } from '../local/carrier/double.ts'
import { exampleAssistant } from '../local/demo.ts'
import { broken, calledLeads, summaryOf } from '../local/demo-campaign/summary.ts'
import { requestOf, webhookUrl } from './requests.ts'
import { administer, ask, clientOf, get, make, runAdmin, type Scene, type SceneUser, timeKeyOf } from './scene.ts'
import { eventually, expect, type Steps } from './steps.ts'

const assistant = { ...exampleAssistant, timezone: 'UTC' }

/** Calls every operation twice, so that a warm function answers the second call. */
export const playOperations = async (steps: Steps, scene: Scene, user: SceneUser): Promise<void> => {
  for (const operation of httpOperations)
    await steps.play(`${operation.method} ${operation.path}`, async () => {
      const request = await requestOf(operation, scene, user)
      const first = await ask(scene, user, operation, request)
      expect(first.status === request.status, `answered ${first.status}: ${JSON.stringify(first.body)}`)
      const again = await ask(scene, user, operation, request)
      expect(again.status < 500, `asked again, answered ${again.status}: ${JSON.stringify(again.body)}`)
      return { outcome: String(first.status), coldMs: scene.firstMs.get(timeKeyOf(operation)), warmMs: again.ms }
    })
  for (const operation of [...assetOperations, ...publicationOperations])
    await steps.play(`${operation.method} ${operation.path}`, async () => {
      const first = await ask(scene, user, operation)
      expect(first.status === 200, `answered ${first.status}`)
      const again = await ask(scene, user, operation)
      return { outcome: String(first.status), coldMs: first.ms, warmMs: again.ms }
    })
}

const ToolAnswer = z.object({ result: z.object({ isError: z.boolean(), structuredContent: z.unknown() }) })

/**
 * Calls tools as an AI agent does. The function of the MCP endpoint calls the API by its public
 * host name.
 */
export const useTools = async (scene: Scene, user: SceneUser): Promise<string> => {
  const use = async (name: string, given: object) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }
    const answer = await ask(scene, user, serveAgents, { body })
    const read = ToolAnswer.safeParse(answer.body)
    expect(read.success && !read.data.result.isError, `${name} was answered ${JSON.stringify(answer.body)}`)
    return answer
  }
  const first = await use('get-me', {})
  const keyed = { ...exampleAssistant, idempotency_key: 'rehearsal' }
  const made = [await use('create-assistant', keyed), await use('create-assistant', keyed)]
  const [one, same] = made.map(({ body }) => JSON.stringify(ToolAnswer.parse(body).result.structuredContent))
  expect(one === same, 'the same key made two assistants')
  return `the first in ${Math.round(first.ms)} ms`
}

const leadsCount = 20
const leadNumbers = ['0100', '0101', '0103', '0104', '0106', '0109'].map((ending) => `+1202555${ending}`)

export const runCampaign = async (scene: Scene, user: SceneUser): Promise<string> => {
  const client = clientOf(scene, user)
  const { data: made } = await client.createAssistant(assistant)
  const settings = { max_calls_in_parallel: 5, max_retries: 1, retry_interval: 60 }
  const { data } = await client.createCampaign({ name: 'Rehearsal', assistant_id: made.id, ...settings })
  const campaign_id = data.id
  for (let lead = 0; lead < leadsCount; lead++) {
    const phone_number = leadNumbers[lead % leadNumbers.length]
    await make(scene, user, '/user/lead', { phone_number, campaign_id, allow_dupplicate: true })
  }
  await client.updateCampaignStatus({ campaign_id, action: 'start' })
  const hasEnded = async () => (await client.getCampaign({ id: campaign_id })).status === 'completed'
  await eventually('the campaign ends', hasEnded)
  const leads = await calledLeads(client, campaign_id)
  const stats = await carrierStats(scene)
  const creates = stats.creates.filter(({ from }) => from === user.number.phone_number)
  const summary = summaryOf(leads, { ...stats, creates })
  const attempts = leads.reduce((sum, lead) => sum + lead.attempts.length, 0)
  // Does not check the limit of concurrent calls, because other steps call at the same time.
  const promises = broken(summary, attempts, Number.POSITIVE_INFINITY)
  expect(promises.length === 0, promises.join(' '))
  expect(summary.retried > 0, 'No lead was called again.')
  return `${summary.leads} leads, ${summary.dialled} calls, ${summary.reached} reached, ${summary.retried} retried`
}

export const carrierStats = async ({ carrier }: Scene): Promise<CarrierStats> =>
  (await fetch(`${carrier}/_double/stats`)).json() as Promise<CarrierStats>

const CallNow = z.object({
  status: z.string(),
  duration: z.number(),
  transcript: z.string().nullable(),
  evaluation: z.record(z.string(), z.unknown()),
  recording_url: z.string().nullable(),
})
type CallNow = z.infer<typeof CallNow>
const over = /^(ended|completed|busy|failed|no-answer)/

export const callThatIsOver = (scene: Scene, user: SceneUser, id: number): Promise<CallNow> =>
  eventually('the call is over', async () => {
    const call = CallNow.parse(await get(scene, user, `/user/calls/${id}`))
    return over.test(call.status) && call
  })

const IncomingCalls = z.object({ data: z.array(z.object({ id: z.int() })) })

export const receiveCall = async (scene: Scene, user: SceneUser): Promise<string> => {
  const inbound = {
    ...assistant,
    calls_direction: 'receive',
    phone_number_id: user.number.id,
    post_call_evaluation: true,
  }
  await make(scene, user, '/user/assistant', inbound)
  await tellCarrier(scene, 'incoming-call', { to: user.number.phone_number, from: '+12025550111' })
  const id = await eventually('the call is listed', async () => {
    return IncomingCalls.parse(await get(scene, user, '/user/calls?type=inbound')).data[0]?.id
  })
  const { status, duration } = await callThatIsOver(scene, user, id)
  const { transcript, evaluation } = await eventually('it is evaluated', async () => {
    const call = CallNow.parse(await get(scene, user, `/user/calls/${id}`))
    return Object.keys(call.evaluation).length > 0 && call
  })
  expect(Boolean(transcript?.includes('Anna')), `the transcript says ${transcript}`)
  return `${status} after ${duration} s, with transcript and ${Object.keys(evaluation).join(', ')}`
}

export const callMultimodal = async (scene: Scene, user: SceneUser): Promise<string> => {
  const multimodal = { ...assistant, engine_type: 'multimodal', voice_id: 301, llm_model: 'gpt-realtime' }
  const assistant_id = await make(scene, user, '/user/assistant', multimodal)
  const id = await make(scene, user, '/user/make_call', { phone_number: '+12025550100', assistant_id })
  const { status, duration } = await callThatIsOver(scene, user, id)
  expect(status === 'ended_by_customer', `it is ${status}`)
  return `${status} after ${duration} s`
}

export const tellCarrier = async ({ carrier }: Scene, what: string, body: object): Promise<void> => {
  const answer = await fetch(`${carrier}/_double/${what}`, { method: 'POST', body: JSON.stringify(body) })
  expect(answer.ok, `the carrier double answered ${answer.status}: ${await answer.text()}`)
}

const MessageNow = z.object({ data: z.object({ status: z.string() }).optional(), status: z.string().optional() })
const Blacklist = z.object({ data: z.array(z.object({ phone_number: z.string() })) })

export const exchangeMessages = async (scene: Scene, user: SceneUser): Promise<string> => {
  const person = '+12025550177'
  const draft = { from: user.number.id, to: person, body: 'Hello' }
  const id = await make(scene, user, '/user/sms', draft)
  const status = await eventually('the message is delivered', async () => {
    const { data, status } = MessageNow.parse(await get(scene, user, `/user/sms/${id}`))
    return (data?.status ?? status) === 'delivered' && 'delivered'
  })
  await tellCarrier(scene, 'incoming-message', { to: user.number.phone_number, from: person, body: 'STOP' })
  await eventually('the opt-out is listed', async () => {
    const { data } = Blacklist.parse(await get(scene, user, '/user/blacklist'))
    return data.some(({ phone_number }) => phone_number === person)
  })
  const refused = await ask(scene, user, { method: 'POST', path: '/user/sms' }, { body: draft })
  expect(refused.status === 400, `another text to them was answered ${refused.status}`)
  return `${status}; after STOP another is refused with ${refused.status}`
}

const SecretNow = z.object({ secret: z.string() })

export const verifyWebhook = async (scene: Scene, user: SceneUser): Promise<string> => {
  const told = { webhook_url: webhookUrl, is_webhook_active: true, send_webhook_only_on_completed: false }
  const assistant_id = await make(scene, user, '/user/assistant', { ...assistant, ...told })
  const call_id = await make(scene, user, '/user/make_call', { phone_number: '+12025550101', assistant_id })
  const received = await eventually('the webhook arrives', async () =>
    scene.receiver.received().find(({ body }) => body.includes(String(call_id))),
  )
  const { secret } = SecretNow.parse(await administer(scene, 'webhook-secret', 'show', '--user', String(user.id)))
  new Webhook(secret).verify(received.body, received.headers)
  return 'delivered over HTTPS, its signature is genuine'
}

export const keepRecording = async (scene: Scene, user: SceneUser): Promise<string> => {
  const assistant_id = await make(scene, user, '/user/assistant', { ...assistant, record_call: true })
  const call_id = await make(scene, user, '/user/make_call', { phone_number: '+12025550100', assistant_id })
  await callThatIsOver(scene, user, call_id)
  return eventually('the recording can be fetched', async () => {
    const { recording_url } = CallNow.parse(await get(scene, user, `/user/calls/${call_id}`))
    if (recording_url === null) return undefined
    const answer = await fetch(recording_url)
    const bytes = Buffer.from(await answer.arrayBuffer())
    return answer.ok && bytes.subarray(0, 4).toString() === 'RIFF' && `kept, fetched: ${bytes.length} bytes`
  })
}

const DeadLetters = z.array(z.object({ worker: z.string(), messages: z.int() }))
const Redriven = z.array(z.object({ worker: z.string(), redriven: z.int() }))

export const redriveDeadLetter = async (scene: Scene, user: SceneUser, deadUrl: string): Promise<string> => {
  const client = new SQSClient()
  const message = { user_id: user.id, sms_id: 1 }
  await client.send(new SendMessageCommand({ QueueUrl: deadUrl, MessageBody: JSON.stringify(message) }))
  client.destroy()
  const count = async () => {
    const listed = DeadLetters.parse(await administer(scene, 'dead-letters', 'list', '--queue', 'settle-sms'))
    return listed.reduce((sum, { messages }) => sum + messages, 0)
  }
  expect((await count()) === 1, 'the dead letter is not listed')
  const redriven = Redriven.parse(await administer(scene, 'dead-letters', 'redrive', '--queue', 'settle-sms'))
  expect(redriven[0]?.redriven === 1, 'it was not given back')
  expect((await count()) === 0, 'it is still there')
  return 'listed, given back, gone'
}

/**
 * Lets a worker compact the user's list of calls, then checks that the API's lists agree with the
 * stored records.
 */
export const checkLists = async (scene: Scene, user: SceneUser, url: string): Promise<string> => {
  const client = new SQSClient()
  const message = { user_id: user.id, noun: 'call' }
  await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(message) }))
  client.destroy()
  const { exitStatus, printed } = await runAdmin(scene, 'history', 'check', '--user', String(user.id))
  expect(exitStatus === 0, printed)
  return `${printed.trim().split('\n').length} lists have what their records say`
}

export const exportUser = async (scene: Scene, user: SceneUser): Promise<string> => {
  const file = join(scene.scratch, 'export.jsonl')
  await administer(scene, 'export', '--user', String(user.id), '--out', file)
  const text = await readFile(file, 'utf8')
  const nouns = new Set(
    text
      .trim()
      .split('\n')
      .map((line) => z.object({ noun: z.string() }).parse(JSON.parse(line)).noun),
  )
  expect(nouns.size > 5, `only ${[...nouns].join(', ')} are in it`)
  return `${text.trim().split('\n').length} items of ${nouns.size} kinds`
}

export const eraseUser = async (scene: Scene, user: SceneUser): Promise<string> => {
  await eventually('no call is live', async () => {
    const { exitStatus, warning } = await runAdmin(scene, 'delete', '--user', String(user.id), '--yes')
    expect(exitStatus === 0 || /live/.test(warning), warning)
    return exitStatus === 0
  })
  const { status } = await ask(scene, user, { method: 'GET', path: '/user/me' })
  expect(status === 401, `their token is answered ${status}`)
  return 'erased; their token is answered 401'
}

export const askDoctor = async (steps: Steps, scene: Scene): Promise<void> => {
  const { exitStatus, printed } = await runAdmin(scene, 'doctor')
  for (const line of printed.split('\n'))
    await steps.play(`doctor: ${line.slice(7, 24).trim()}`, async () => {
      expect(line.startsWith('ok'), line.slice(24))
      return line.slice(24)
    })
  await steps.play('doctor', async () => {
    expect(exitStatus === 0, `exit status ${exitStatus}`)
    return 'exit status 0'
  })
}
