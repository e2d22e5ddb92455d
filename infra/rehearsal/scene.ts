import * as z from 'zod'
import { type Client, createClient } from '../../client/client.ts'
import type { HttpOperation } from '../../shared/operations/define.ts'
import { admin } from '../admin/admin.ts'
import type { Receiver } from './receiver.ts'

export interface SceneUser {
  id: number
  token: string
  number: { id: number; phone_number: string }
}

export interface SceneRequest {
  id?: number
  query?: Record<string, string | number>
  body?: object
  idempotencyKey?: string
}

export interface SceneAnswer {
  status: number
  body: unknown
  ms: number
}

export interface Scene {
  base: string
  stackName: string
  carrier: string
  receiver: Receiver
  environment: Record<string, string | undefined>
  scratch: string
  /** Milliseconds of the first request to each method and path, which includes a cold start. */
  firstMs: Map<string, number>
}

export const clientOf = ({ base }: Scene, { token }: SceneUser): Client =>
  createClient({ baseUrl: base, token, retries: 0 })

export const ask = async (
  { base, firstMs }: Scene,
  { token }: SceneUser,
  { method, path }: Pick<HttpOperation, 'method' | 'path'>,
  { id, query = {}, body, idempotencyKey }: SceneRequest = {},
): Promise<SceneAnswer> => {
  const url = new URL(base + path.replace('{id}', String(id)).replace(/\{(document_id|version|call_id)\}/, '1'))
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  const began = performance.now()
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  const ms = performance.now() - began
  const key = timeKeyOf({ method, path })
  if (!firstMs.has(key)) firstMs.set(key, ms)
  return { status: response.status, body: parsed(text), ms }
}

/** Groups requests by operation: replaces ids and drops queries. */
export const timeKeyOf = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.replace(/\?.*/, '').replace(/\d+/, '{id}').replace(/\d+/, '{document_id}')}`

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const get = async (scene: Scene, user: SceneUser, path: `/${string}`): Promise<unknown> => {
  const { status, body } = await ask(scene, user, { method: 'GET', path })
  if (status !== 200) throw new Error(`GET ${path} was answered ${status}: ${JSON.stringify(body)}`)
  return body
}

const Made = z.object({ data: z.object({ id: z.int() }) })

export const make = (scene: Scene, user: SceneUser, path: `/${string}`, body: object): Promise<number> =>
  makeOnce(scene, user, { path }, body)

export const makeOnce = async (
  scene: Scene,
  user: SceneUser,
  { path, idempotencyKey }: { path: `/${string}`; idempotencyKey?: string },
  body: object,
): Promise<number> => {
  const answer = await ask(scene, user, { method: 'POST', path }, { body, idempotencyKey })
  const made = Made.safeParse(answer.body)
  if (!made.success) throw new Error(`POST ${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return made.data.data.id
}

export const runAdmin = async (
  { stackName, environment }: Pick<Scene, 'stackName' | 'environment'>,
  ...args: string[]
): Promise<{ exitStatus: number; printed: string; warning: string }> => {
  let printed = ''
  let warning = ''
  const exitStatus = await admin([...args, '--stack', stackName], {
    environment,
    print: (text) => {
      printed += text
    },
    warn: (text) => {
      warning += text
    },
  })
  return { exitStatus, printed, warning }
}

export const administer = async (
  scene: Pick<Scene, 'stackName' | 'environment'>,
  ...args: string[]
): Promise<unknown> => {
  const { exitStatus, printed, warning } = await runAdmin(scene, ...args)
  if (exitStatus !== 0) throw new Error(`admin ${args.join(' ')} exited with ${exitStatus}: ${warning}`)
  return JSON.parse(printed)
}

const NewUser = z.object({ id: z.int(), token: z.string() })
const NewNumber = z.object({ id: z.int() })

export const addUser = async (
  scene: Pick<Scene, 'stackName' | 'environment'>,
  name: string,
  phone_number: string,
  run = (...args: string[]) => administer(scene, ...args),
): Promise<SceneUser> => {
  const personal = ['--name', name, '--email', `${name.toLowerCase()}@example.com`, '--balance', '25']
  const { id, token } = NewUser.parse(await run('user', 'create', ...personal))
  const owned = ['--user', String(id), '--phone', phone_number, '--type', 'Normal', '--sms']
  const number = NewNumber.parse(await run('number', 'add', ...owned))
  return { id, token, number: { id: number.id, phone_number } }
}
