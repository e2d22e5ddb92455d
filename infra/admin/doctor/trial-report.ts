import { publicUrl } from '../../../shared/providers/web/addresses.ts'
import type { AdminTools } from '../tools.ts'
import { hasCarrier } from './has-carrier.ts'

const answerMsMax = 10_000

/**
 * Sends a signed status report about a call that does not exist. The API checks the signature and
 * changes nothing.
 */
const sendTrialReport = async ({ stack, callbacks }: AdminTools) => {
  const { fetch, settings } = stack.parts
  const hasSecret = await hasCarrier(stack)
  const post = hasSecret ? await callbacks.trialPost(statusPath) : { url: publicUrl(settings, statusPath) }
  const answer = await fetch(post.url, { ...post, method: 'POST', signal: AbortSignal.timeout(answerMsMax) })
  return { url: post.url, status: answer.status, date: Date.parse(answer.headers.get('date') ?? ''), hasSecret }
}
const statusPath = '/carrier/calls/1-1/status'
export type TrialReport = Awaited<ReturnType<typeof sendTrialReport>>

export const knocking = (tools: AdminTools): Promise<TrialReport> => {
  const trial = sendTrialReport(tools)
  trial.catch(() => undefined)
  return trial
}
