import type { Means, Obstacle } from '../../domain/account/account.ts'
import { obstacles } from '../../domain/account/account.ts'
import { callingNumber, type OwnedNumber } from '../../domain/account/number.ts'
import type { Assistant } from '../../domain/assistants/assistant.ts'
import type { Call } from '../../domain/calls/call.ts'
import { holdNeeded } from '../../domain/calls/call-hold.ts'
import { reasonOfObstacle } from '../../domain/calls/ended-reason.ts'
import {
  joinMsMax,
  newWebCall,
  type TokenSigner,
  writeFollowToken,
  writeIdentity,
} from '../../domain/calls/web-call.ts'
import type { Dependencies } from '../../services.ts'
import { finding } from '../../words/form.ts'
import { Problem, type ProblemCode, refuseErrors } from '../../words/problem.ts'
import { isoTime } from '../../words/time.ts'
import { isOpened } from './is-opened.ts'

export type OpenWebCallParts = Dependencies<
  | 'accounts.hold'
  | 'advanceCallQueue.nudge'
  | 'calls.applyIncoming'
  | 'calls.open'
  | 'calls.patch'
  | 'calls.register'
  | 'clock'
  | 'random'
>

interface Opening {
  assigned: { assistant: Assistant; rollout?: Call['rollout'] }
  means: Means
  owned: OwnedNumber[]
  signer: TokenSigner | undefined
  isTyped: boolean
  variables: Record<string, unknown>
  visit?: { maxSeconds: number; atOnce: number } | undefined
  /** `open` returns false if the id is taken. */
  create(open: (id: number) => Promise<boolean>): Promise<number>
}

/** Returns a token with which one web page can join the call. */
export const openWebCall = async (parts: OpenWebCallParts, opening: Opening) => {
  const { accounts, calls, advanceCallQueue, clock } = parts
  const { assigned, means, owned, signer, variables, visit } = opening
  const { assistant } = assigned
  if (!signer) throw new Problem('web_calls_not_set_up')
  if (opening.isTyped && signer.engine !== 'local') refuseErrors(finding('typed', soundAlone))
  const now = clock.now()
  const secret = Buffer.from(parts.random.bytes(24)).toString('base64url')
  const number = callingNumber(owned, assistant.phone_number_id, now)?.phone_number
  const unheld = newWebCall({ ...assigned, number, secret, visit }, now)
  const wanted = holdNeeded({ ...unheld, id: 0 }, means)
  if ('obstacle' in wanted) throw refusalOf(wanted.obstacle, visit !== undefined)
  const fresh = { ...unheld, covered_seconds: wanted.minutes * 60 }

  const input_variables = { ...assistant.variables, ...variables }
  const detail = { variables, input_variables, ...(visit && { by_visitor: true as const }) }
  const id = await opening.create(async (id) =>
    isOpened(await calls.open({ ...fresh, id }, detail, visit?.atOnce), 'too_many_visits'),
  )
  const ref = { user_id: assistant.user_id, call_id: id }
  const hold = await accounts.hold({ ...fresh, id }, means.account)
  if (hold.minutes === undefined) {
    const { obstacle } = hold
    const declined = { declined: true, failure_reason: obstacles[obstacle], cause: reasonOfObstacle[obstacle] } as const
    await calls.applyIncoming(ref, declined, clock.now())
    await advanceCallQueue.nudge(ref)
    throw refusalOf(obstacle, visit !== undefined)
  }
  const covered_seconds = hold.minutes * 60
  await Promise.all([
    covered_seconds !== fresh.covered_seconds && calls.patch(ref, { covered_seconds }, clock.now()),
    calls.register(ref),
    advanceCallQueue.nudge(ref, joinMsMax / 1000),
  ])
  const until = now + joinMsMax
  return {
    message: 'Web call created successfully',
    data: {
      id,
      engine: signer.engine,
      token: signer.sign(writeIdentity(ref), until),
      expires_at: isoTime(until),
      follow_token: writeFollowToken(ref, secret),
    },
  }
}

const soundAlone = 'The :attribute field must be false, because the carrier takes sound alone.'

const codes: Record<Obstacle, { owner: ProblemCode; visitor: ProblemCode }> = {
  suspended: { owner: 'account_suspended', visitor: 'widget_not_found' },
  country: { owner: 'account_suspended', visitor: 'widget_not_found' },
  busy: { owner: 'too_many_attempts', visitor: 'too_many_visits' },
  held: { owner: 'insufficient_balance', visitor: 'conversation_unpaid' },
  balance: { owner: 'insufficient_balance', visitor: 'conversation_unpaid' },
}

const busySeconds = 30

const refusalOf = (obstacle: Obstacle, isVisit: boolean): Problem =>
  new Problem(codes[obstacle][isVisit ? 'visitor' : 'owner'], obstacle === 'busy' ? { retrySeconds: busySeconds } : {})
