import * as z from 'zod'
import { exampleAssistant } from '../local/demo.ts'
import { ask, clientOf, get, make, type Scene, type SceneUser } from './scene.ts'
import { eventually, expect } from './steps.ts'

const assistant = { ...exampleAssistant, timezone: 'UTC', post_call_evaluation: false, max_call_duration: 90 }

const CallNow = z.object({
  status: z.string(),
  transcript: z.string().nullable(),
  tool_calls: z.array(z.object({ name: z.string(), outcome: z.string(), result: z.string().nullable() })),
  transfers: z.array(z.object({ status: z.string() })),
})
const over = /^(ended|completed|busy|failed|no-answer)/

const callWith = async (scene: Scene, user: SceneUser, ending: string, settings: object) => {
  const assistant_id = await make(scene, user, '/user/assistant', { ...assistant, ...settings })
  const id = await make(scene, user, '/user/make_call', { phone_number: `+1202555${ending}`, assistant_id })
  return callThatIsOver(scene, user, id)
}

const callThatIsOver = (scene: Scene, user: SceneUser, id: number) =>
  eventually('the call is over', async () => {
    const call = CallNow.parse(await get(scene, user, `/user/calls/${id}`))
    return over.test(call.status) && call
  })

const expectDone = ({ tool_calls }: z.infer<typeof CallNow>, name: string) =>
  expect(
    tool_calls.some((call) => call.name === name && call.outcome === 'done'),
    `${name} was not done: ${JSON.stringify(tool_calls)}`,
  )

const triesMax = 3

/** Repeats a failed step, because the simulated customer hangs up if a busy machine is too slow. */
const withPatience = async <T>(play: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await play()
    } catch (cause) {
      if (tries === triesMax) throw cause
    }
  }
}

const callUsing = (scene: Scene, user: SceneUser, ending: string, type: string) =>
  withPatience(async () => expectDone(await callWith(scene, user, ending, { tools: [{ type }] }), type))

export const putThrough = async (scene: Scene, user: SceneUser): Promise<string> => {
  const transfer = (ending: string) => ({ type: 'call_transfer', phone_number: `+1202555${ending}` })
  const warm = (ending: string) => ({
    type: 'warm_call_transfer',
    supervisor_phone: `+1202555${ending}`,
    outbound_phone_id: user.number.id,
    description: 'For complaints.',
  })
  const plays = [
    ['0121', transfer('0100'), 'completed'],
    ['0121', transfer('0101'), 'busy'],
    ['0122', warm('0100'), 'completed'],
    ['0122', warm('0123'), 'declined'],
  ] as const
  const played = await Promise.all(
    plays.map(([customer, tool, wanted]) =>
      withPatience(async () => {
        const { status, transfers } = await callWith(scene, user, customer, { tools: [tool] })
        const [found] = transfers
        expect(found?.status === wanted, `a ${tool.type} is ${found?.status} in place of ${wanted}: ${status}`)
        return `${tool.type} ${wanted}`
      }),
    ),
  )
  return played.join(', ')
}

export const useBuiltIns = async (scene: Scene, user: SceneUser): Promise<string> => {
  const [goodbye] = await Promise.all([
    callWith(scene, user, '0106', { engine_type: 'multimodal', voice_id: 301, llm_model: 'gpt-realtime' }),
    callUsing(scene, user, '0120', 'send_sms'),
    callUsing(scene, user, '0119', 'do_not_call'),
  ])
  const { status, body } = await ask(scene, user, { method: 'GET', path: '/user/blacklist' })
  expect(status === 200 && JSON.stringify(body).includes('+12025550119'), 'the number is not on the blacklist')
  expect(goodbye.status === 'ended_by_assistant', `the call that a model ends is ${goodbye.status}`)
  return 'a text, an entry on the blacklist, and a goodbye of a model'
}

const Leads = z.object({ data: z.array(z.object({ id: z.int(), status: z.string() })) })
const Calls = z.object({ data: z.array(z.object({ id: z.int() })) })

/** Lets a customer ask for a later call: the lead stays open, and its campaign waits. */
export const callBack = (scene: Scene, user: SceneUser): Promise<string> =>
  withPatience(() => askForAnotherCall(scene, user))

const askForAnotherCall = async (scene: Scene, user: SceneUser): Promise<string> => {
  const client = clientOf(scene, user)
  const assistant_id = await make(scene, user, '/user/assistant', { ...assistant, tools: [{ type: 'call_back_at' }] })
  const hours = { timezone: 'UTC', allowed_hours_start_time: '00:00:00', allowed_hours_end_time: '23:59:59' }
  const { data } = await client.createCampaign({ name: 'Called back', assistant_id, max_retries: 0, ...hours })
  await make(scene, user, '/user/lead', { phone_number: '+12025550118', campaign_id: data.id })
  await client.updateCampaignStatus({ campaign_id: data.id, action: 'start' })
  const id = await eventually('the lead is called', async () => {
    return Calls.parse(await get(scene, user, `/user/calls?campaign_id=${data.id}`)).data[0]?.id
  })
  expectDone(await callThatIsOver(scene, user, id), 'call_back_at')
  const leads = Leads.parse(await get(scene, user, `/user/leads?campaign_id=${data.id}`)).data
  expect(leads.length > 0 && leads.every(({ status }) => status === 'created'), `leads are ${JSON.stringify(leads)}`)
  await client.updateCampaignStatus({ campaign_id: data.id, action: 'stop' })
  return 'the lead stays open for another call'
}

const Base = z.object({ data: z.object({ status: z.string() }) })

export const readDocument = async (scene: Scene, user: SceneUser): Promise<string> => {
  const knowledgebase_id = await make(scene, user, '/user/knowledgebases', { name: 'Hours' })
  const form = new FormData()
  for (const [name, value] of Object.entries({ name: 'Hours', type: 'txt' })) form.set(name, value)
  form.set('file', new Blob(['# Hours\nThe warehouse opens at seven in the morning.']), 'hours.txt')
  const url = `${scene.base}/user/knowledgebases/${knowledgebase_id}/documents`
  const sent = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${user.token}` }, body: form })
  expect(sent.status === 201, `the document was answered ${sent.status}: ${await sent.text()}`)
  await eventually('the document is read', async () => {
    const { data } = Base.parse(await get(scene, user, `/user/knowledgebases/${knowledgebase_id}`))
    return data.status === 'active'
  })
  const id = await make(scene, user, '/user/assistant', { ...assistant, knowledgebase_id })
  const messages = [{ sender: 'human', text: 'When does the warehouse open?' }]
  const talk = { method: 'POST', path: '/user/assistants/{id}/talk' } as const
  // Repeats the question, because the assistant answers without the knowledge base if the bucket is
  // slow.
  await eventually('the assistant knows it', async () => {
    const { body } = await ask(scene, user, talk, { id, body: { messages } })
    return JSON.stringify(body).includes('seven in the morning')
  })
  return 'read, and known'
}

const Simulation = z.object({ status: z.string(), runs: z.int(), passed: z.int().nullable() })

export const simulate = async (scene: Scene, user: SceneUser): Promise<string> => {
  const id = await make(scene, user, '/user/assistant', { ...assistant, tools: [{ type: 'send_sms' }] })
  const body = {
    name: 'A text',
    runs: 2,
    lines: ['Please send me an SMS with your address.', 'Thank you.'],
    mocks: [{ tool: 'send_sms', answer: 'The text was sent.' }],
    assertions: [{ type: 'tool_called', tool: 'send_sms' }],
  }
  const asked = await ask(scene, user, { method: 'POST', path: '/user/assistants/{id}/simulate' }, { id, body })
  expect(asked.status === 202, `it was answered ${asked.status}: ${JSON.stringify(asked.body)}`)
  const simulation_id = z.object({ data: z.object({ id: z.int() }) }).parse(asked.body).data.id
  const { runs, passed } = await eventually('it is played', async () => {
    const simulation = Simulation.parse(await get(scene, user, `/user/simulations/${simulation_id}`))
    return simulation.status === 'done' && simulation
  })
  expect(passed === runs, `${passed} of ${runs} runs passed`)
  return `${passed} runs passed`
}

const Replay = z.object({ status: z.string(), calls: z.int(), failed: z.int() })

export const replayCall = async (scene: Scene, user: SceneUser): Promise<string> => {
  const id = await make(scene, user, '/user/assistant', assistant)
  // Calls the simulated customer who waits until the assistant hangs up. On a busy machine, other
  // customers may hang up before they speak.
  const call_id = await make(scene, user, '/user/make_call', { phone_number: '+12025550106', assistant_id: id })
  await eventually('the call is over, and its transcript has the customer', async () => {
    const { transcript } = await callThatIsOver(scene, user, call_id)
    return transcript?.includes('Customer:')
  })
  const drafted = { method: 'PUT', path: '/user/assistants/{id}/draft' } as const
  await ask(scene, user, drafted, { id, body: { initial_message: 'Good morning.' } })
  const body = { call_ids: [call_id] }
  const replay_id = await eventually('a replay begins', async () => {
    const asked = await ask(scene, user, { method: 'POST', path: '/user/assistants/{id}/draft/replay' }, { id, body })
    // Tries again, because calls of other steps have reached the user's limit of concurrent calls.
    if (asked.status === 429) return undefined
    expect(asked.status === 202, `it was answered ${asked.status}: ${JSON.stringify(asked.body)}`)
    return z.object({ data: z.object({ id: z.int() }) }).parse(asked.body).data.id
  })
  const { calls, failed } = await eventually('it is played', async () => {
    const replay = Replay.parse(await get(scene, user, `/user/replays/${replay_id}`))
    return replay.status === 'done' && replay
  })
  expect(failed === 0, `${failed} of ${calls} calls were not played`)
  await get(scene, user, `/user/replays/${replay_id}/calls/${call_id}`)
  await get(scene, user, '/user/replays')
  return `${calls} call played again`
}

const Work = z.object({ data: z.object({ id: z.int() }) })
const WorkNow = z.object({ status: z.string() })

export const writeDownPerson = async (scene: Scene, user: SceneUser): Promise<string> => {
  const path = '/user/people/exports'
  const asked = await ask(scene, user, { method: 'POST', path }, { body: { phone_number: '+12025550161' } })
  expect(asked.status === 202, `it was answered ${asked.status}: ${JSON.stringify(asked.body)}`)
  const { id } = Work.parse(asked.body).data
  const isDone = async () => WorkNow.parse(await get(scene, user, `${path}/${id}`)).status === 'done'
  await eventually('it is written down', isDone)
  return 'written down'
}

const ExportNow = z.object({ status: z.string(), url: z.string().nullable(), rows: z.int() })

export const exportCalls = async (scene: Scene, user: SceneUser): Promise<string> => {
  const path = '/user/exports'
  const asked = await ask(scene, user, { method: 'POST', path }, { body: { what: 'calls' } })
  expect(asked.status === 202, `it was answered ${asked.status}: ${JSON.stringify(asked.body)}`)
  const { id } = Work.parse(asked.body).data
  const made = await eventually('it is written', async () => {
    const now = ExportNow.parse(await get(scene, user, `${path}/${id}`))
    return now.status === 'done' && now
  })
  const file = await fetch(made.url ?? '')
  const lines = (await file.text()).split('\r\n')
  expect(file.ok && lines.length >= made.rows, `the bucket answered ${file.status}`)
  return `${made.rows} calls in a file`
}

const Begun = z.object({
  data: z.object({ id: z.int() }),
  upload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }),
})
const ListNow = z.object({ data: z.object({ status: z.string() }) })

export const importList = async (scene: Scene, user: SceneUser): Promise<string> => {
  const path = '/user/suppression-lists'
  const text = '+12025550178\n+12025550179\n'
  const as_of = new Date().toISOString().slice(0, 10)
  const asked = await ask(scene, user, { method: 'POST', path }, { body: { name: 'Own', as_of, size: text.length } })
  expect(asked.status < 300, `it was answered ${asked.status}: ${JSON.stringify(asked.body)}`)
  const { data, upload } = Begun.parse(asked.body)
  await postFile(upload, text)
  const isInForce = async () => {
    const list = ListNow.parse(await get(scene, user, `${path}/${data.id}`))
    return list.data.status === 'in_force'
  }
  await eventually('it is in force', isInForce)
  return 'in force'
}

export const postFile = async (upload: { url: string; fields: Record<string, string> }, text: string) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(upload.fields)) form.set(name, value)
  form.set('file', new Blob([text]))
  const stored = await fetch(upload.url, { method: 'POST', body: form })
  expect(stored.ok, `the bucket answered ${stored.status}: ${await stored.text()}`)
}
