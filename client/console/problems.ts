import { Problem } from '../client.ts'

export interface Trouble {
  message: string
  advice: string
}

/**
 * `againSeconds`: seconds until the page repeats the request by itself. Undefined when the person
 * must repeat it.
 */
export const troubleOf = (cause: unknown, againSeconds?: number): Trouble => {
  if (!(cause instanceof Problem))
    return { message: 'The API does not answer.', advice: `Look at your connection. ${againAfter(againSeconds)}` }
  const sentences = Object.values(cause.errors).flat()
  const message = [...new Set([cause.message, ...sentences, ...(cause.detail ? [cause.detail] : [])])].join(' ')
  return { message, advice: adviceFor(cause, againSeconds) }
}

const againAfter = (seconds: number | undefined): string =>
  seconds === undefined
    ? 'Then try again: nothing is done twice.'
    : `It is asked again by itself in ${secondsOf(seconds)}.`

/** Messages of 409 errors that end by themselves. */
export const underWay: readonly string[] = [
  'A request with this idempotency key is in progress',
  'A rollout is running. Finish or abort it first.',
  'The assistant is answering the message before.',
  'Call is in progress',
  'The person is in a call. Ask again when it is over.',
]

const topUp = 'Let the operator of the API top up the balance, and try again.'

const adviceFor = (
  { status, message, retryAfterSeconds: seconds, requestId }: Problem,
  againSeconds: number | undefined,
): string => {
  switch (status) {
    case 402:
      return topUp
    case 403:
      return 'This token may not do that. Ask who runs the API for another one, or leave and paste it.'
    case 404:
      return 'It may have been deleted. Go back to the list.'
    case 409:
      return underWay.includes(message)
        ? 'It is under way. Wait until it is over, and try again.'
        : 'It has changed meanwhile. Load the page again, and decide then.'
    case 422:
    case 400:
      if (message.startsWith('Insufficient balance')) return topUp
      if (message.includes('reached the limit')) return 'Delete what is not needed any more, and try again.'
      return 'Change what you entered, and try again.'
    case 429:
    case 503:
      if (againSeconds !== undefined) return againAfter(againSeconds)
      return `Wait ${seconds ? secondsOf(seconds) : 'a minute'}, and try again. Nothing was done.`
    default:
      return `Try again. If it stays so, give who runs the API this request: ${requestId ?? 'unknown'}.`
  }
}

const secondsOf = (seconds: number): string => (seconds === 1 ? 'a second' : `${seconds} seconds`)
