import type { Clock, Random } from '../../words/clock.ts'
import type { SendPlainly } from '../web/send-plainly.ts'
import type { Settings } from './settings.ts'
import { type AwsRequest, credentialsOf, signedRequest } from './signed-request.ts'

export interface AwsParts {
  settings: Settings
  clock: Clock
  random: Random
  worldTime: () => number
  fetch: SendPlainly
}

/** Defaults of the AWS SDK. */
const attemptsMax = 3
const pauseMs = 100
const answerMsMax = 5_000

/** Retries failures, so a request may run twice. Throws if AWS does not answer. */
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

/** True for an error that may be temporary. JSON services answer 400 when they throttle. */
const mayPass = ({ status, text }: { status: number; text: string }): boolean =>
  status === 429 || status >= 500 || (status === 400 && /"__type":"[^"]*(Throttl|TooManyRequests)/.test(text))

const isOfTheNetwork = (cause: unknown): boolean =>
  cause instanceof TypeError || (cause instanceof Error && cause.name === 'TimeoutError')
