import { post } from '../../posted.ts'
import type { TestUser, World } from '../../world.ts'

export interface Joinable {
  id: number
  token: string
  expires_at: string
  engine: string
  follow_token: string
}

export const webCallFor = async (
  world: World,
  user: TestUser,
  assistant_id: number,
  body: object = {},
): Promise<Joinable> => {
  const {
    status,
    body: answer,
    text,
  } = await world.api(user.token, 'POST', `/user/assistants/${assistant_id}/web-call`, body)
  if (status !== 201) throw new Error(`The call was not opened: ${text}`)
  return answer.data
}

export const seenCall = async (world: World, user: TestUser, id: number) =>
  (await world.api(user.token, 'GET', `/user/calls/${id}`)).body

let sids = 0
export const newSid = () => `CA${(sids++).toString(16).padStart(31, '0')}e`

export const askWeb = async (world: World, identity: string, CallSid = newSid(), more: Record<string, string> = {}) => {
  const form = { CallSid, From: `client:${identity}`, To: '', CallStatus: 'ringing', Direction: 'inbound', ...more }
  return (await post(world, '/carrier/web-call', form)).text
}

export const identityOf = (token: string): string => claimsOf(token).grants.identity

export const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
