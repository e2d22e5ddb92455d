import * as z from 'zod'
import { readId } from './id.ts'

/** Names one call of one user, wherever a queue or a callback URL speaks of it. */
export const CallRef = z.object({ user_id: z.int().positive(), call_id: z.int().positive() })
export type CallRef = z.infer<typeof CallRef>

/** `12-34`, as it stands in callback URLs. */
export const writeCallRef = (ref: CallRef): string => `${ref.user_id}-${ref.call_id}`

export const readCallRef = (text: string | undefined): CallRef | undefined => {
  const [user, call, ...rest] = text?.split('-') ?? []
  const user_id = readId(user)
  const call_id = readId(call)
  return user_id && call_id && rest.length === 0 ? { user_id, call_id } : undefined
}
