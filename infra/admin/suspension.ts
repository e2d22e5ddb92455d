import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { liveCallIds, obstacles } from '../../shared/domain/account/account.ts'
import type { CallRef } from '../../shared/domain/calls/call-ref.ts'
import { advanceCall } from '../../shared/operations/calls.ts'
import { refuse } from './refusal.ts'
import type { AdminTools } from './tools.ts'

/** Stops new calls first, then requests, then running calls. A repeated run changes nothing. */
export const suspendUser = async (user_id: number, tools: AdminTools) => {
  const { accounts, calls, tokens, clock } = tools
  const account = await accounts.suspend(user_id, clock.now())
  if (!account) return refuse(`There is no user ${user_id}.`)
  await tokens.suspend(user_id, clock.now())
  const live = liveCallIds(account).map((call_id): CallRef => ({ user_id, call_id }))
  for (const ref of live) await calls.apply(ref, { cut: obstacles.suspended }, clock.now())
  await sendNow(advanceCall.id, live, tools)
  return { id: user_id, suspended: true, live_calls: live.length }
}

export const resumeUser = async (user_id: number, tools: AdminTools) => {
  const { accounts, tokens } = tools
  if (!(await accounts.resume(user_id))) return refuse(`There is no user ${user_id}.`)
  await tokens.resume(user_id)
  await wakeCampaigns(user_id, tools)
  return { id: user_id, suspended: false }
}

export const wakeCampaigns = async (user_id: number, { campaigns, clock }: AdminTools): Promise<void> => {
  const running = (await campaigns.list(user_id)).filter(({ status }) => status === 'in-progress')
  for (const { id } of running) await campaigns.wake({ user_id, campaign_id: id }, clock.now(), clock.now())
}

/**
 * Sends messages to a worker now. Otherwise deadlines would start the worker up to a minute later.
 */
export const sendNow = async (worker: string, messages: object[], { stack }: AdminTools): Promise<void> => {
  if (messages.length === 0) return
  const queue = (await stack.workQueues()).find((one) => one.worker.id === worker)
  for (const message of messages)
    await stack.parts.sqs.send(new SendMessageCommand({ QueueUrl: queue?.url, MessageBody: JSON.stringify(message) }))
}
