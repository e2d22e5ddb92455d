import * as z from 'zod'
import { exampleAssistant } from '../local/demo.ts'
import { callThatIsOver, tellCarrier } from './plays.ts'
import { ask, get, make, type Scene, type SceneUser } from './scene.ts'
import { eventually, expect } from './steps.ts'
import { postFile } from './talk-plays.ts'

const pageOrigin = 'https://shop.example.com'

const Uuid = z.object({ uuid: z.string() })
const Begun = z.object({ conversation_id: z.string() })
const Chats = z.object({ data: z.array(z.object({ evaluation: z.record(z.string(), z.unknown()) })) })
const ChatNow = z.object({ ended: z.boolean() })

export const chatOnPage = async (scene: Scene, user: SceneUser): Promise<string> => {
  const widget_settings = { enabled: true, allowed_origins: [pageOrigin] }
  const id = await make(scene, user, '/user/assistant', { ...exampleAssistant, widget_settings })
  const { uuid } = Uuid.parse(await get(scene, user, `/user/assistant/${id}`))
  await visit(scene, 'GET', `/widgets/${uuid}`)
  const { conversation_id } = Begun.parse(await visit(scene, 'POST', '/conversations', { assistant_id: uuid }))
  const path = `/conversations/${conversation_id}`
  await visit(scene, 'POST', `${path}/messages`, { message: 'Goodbye!' })
  expect(ChatNow.parse(await visit(scene, 'GET', path)).ended, 'the conversation has not ended')
  const isEvaluated = async () => {
    const { data } = Chats.parse(await get(scene, user, '/user/conversations'))
    return data.some(({ evaluation }) => Object.keys(evaluation).length > 0)
  }
  await eventually('it is evaluated', isEvaluated)
  return 'ended and evaluated'
}

const Joinable = z.object({ data: z.object({ id: z.int(), token: z.string(), follow_token: z.string() }) })

export const callFromPage = async (scene: Scene, user: SceneUser): Promise<string> => {
  const widget_settings = { enabled: true, voice: true, allowed_origins: [pageOrigin] }
  const id = await make(scene, user, '/user/assistant', { ...exampleAssistant, widget_settings })
  const { uuid } = Uuid.parse(await get(scene, user, `/user/assistant/${id}`))
  const own = await ask(scene, user, { method: 'POST', path: '/user/assistants/{id}/web-call' }, { id, body: {} })
  const calls = [own.body, await visit(scene, 'POST', '/web/calls', { assistant_id: uuid })]
  const ends = await Promise.all(
    calls.map(async (opened) => {
      const { data } = Joinable.parse(opened)
      await visit(scene, 'POST', '/web/calls/follow', { follow_token: data.follow_token })
      await tellCarrier(scene, 'web-call', { token: data.token, person: '+12025550100' })
      const { status, duration } = await callThatIsOver(scene, user, data.id)
      return `${status} after ${duration} s`
    }),
  )
  return ends.join(', ')
}

const visit = async ({ base }: Scene, method: string, path: string, body?: object): Promise<unknown> => {
  const response = await fetch(base + path, {
    method,
    headers: { origin: pageOrigin, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  expect(response.ok, `${method} ${path} was answered ${response.status}: ${text}`)
  return JSON.parse(text)
}

const Import = z.object({
  data: z.object({ id: z.int() }),
  upload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }),
})
const ImportNow = z.object({ status: z.string(), imported: z.int(), rejected: z.int() })

export const importLeadFile = async (scene: Scene, user: SceneUser): Promise<string> => {
  const assistant_id = await make(scene, user, '/user/assistant', exampleAssistant)
  const campaign_id = await make(scene, user, '/user/campaigns', { name: 'Autumn', assistant_id })
  const text = 'phone_number,name\n+12025550141,Ada\nnone,Bo\n'
  const path = '/user/lead-imports'
  const body = { campaign_id, name: 'leads.csv', size: text.length }
  const asked = await ask(scene, user, { method: 'POST', path }, { body })
  expect(asked.status === 201, `it was answered ${asked.status}: ${JSON.stringify(asked.body)}`)
  const { data, upload } = Import.parse(asked.body)
  await postFile(upload, text)
  const { imported, rejected } = await eventually('it is imported', async () => {
    const now = ImportNow.parse(await get(scene, user, `${path}/${data.id}`))
    return now.status === 'done' && now
  })
  expect(imported === 1 && rejected === 1, `${imported} imported, ${rejected} rejected`)
  return '1 imported, 1 rejected'
}

/** Number that the simulated carrier sells without ever sending a response. */
const answerLost = '+14157000096'

export const buyNumber = async (scene: Scene, user: SceneUser): Promise<string> => {
  const path = '/user/phone-numbers/purchase'
  await ask(scene, user, { method: 'POST', path }, { body: { phone_number: answerLost } })
  const isOwned = async () =>
    JSON.stringify(await get(scene, user, '/user/assistants/phone-numbers')).includes(answerLost)
  await eventually('the worker finds it at the carrier', isOwned)
  return 'found after a lost answer'
}
