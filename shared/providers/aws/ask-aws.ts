import type { Clock, Random } from '../../words/clock.ts'
import type { SendPlainly } from '../web/send-plainly.ts'
import type { Settings } from './settings.ts'
import { type AwsRequest, credentialsOf, signedRequest } from './signed-request.ts'

export interface AwsParts {
  settings: Settings
  clock: Clock
  random: Random
  /** Epoch milliseconds by which requests are signed. */
  worldTime: () => number
  fetch: SendPlainly
}

/** As often, and with such pauses, as the SDK asks. */
const attemptsMax = 3
const pauseMs = 100
const answerMsMax = 5_000

/**
 * Asks a service of AWS, with the function's own credentials. One that did not answer, broke down
 * or had no room is asked again, so that what is asked for may be done twice. Fails when no answer
 * came; any other answer is the caller's to judge.
 */
export const askAws = async (parts: AwsParts, asked: AwsRequest): Promise<{ status: number; text: string }> => {
  const { clock, random } = parts
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await askOnce(parts, asked)
      if (attempt === attemptsMax || !mayPass(answer)) return answer
    } catch (cause) {
      if (attempt === attemptsMax || !isOfTheNetwork(cause)) throw cause
    }
    await clock.sleep(random.number() * pauseMs * 2 ** attempt)
  }
}

const askOnce = async ({ settings, worldTime, fetch: send }: AwsParts, asked: AwsRequest) => {
  const { url, init } = signedRequest(asked, credentialsOf(settings, worldTime()))
  const answer = await send(url, { ...init, signal: AbortSignal.timeout(answerMsMax) })
  return { status: answer.status, text: await answer.text() }
}

/** Services that take JSON answer 400 when they have no room, and say so in the text. */
const mayPass = ({ status, text }: { status: number; text: string }): boolean =>
  status === 429 || status >= 500 || (status === 400 && /"__type":"[^"]*(Throttl|TooManyRequests)/.test(text))

/** True for fetch's errors when the connection fails, or when no answer came in time. */
const isOfTheNetwork = (cause: unknown): boolean =>
  cause instanceof TypeError || (cause instanceof Error && cause.name === 'TimeoutError')
