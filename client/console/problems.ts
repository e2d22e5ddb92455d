import { Problem } from '../client.ts'

export interface Trouble {
  message: string
  advice: string
}

export const troubleOf = (cause: unknown): Trouble => {
  if (!(cause instanceof Problem))
    return { message: 'The API does not answer.', advice: 'Look at your connection. It is asked again by itself.' }
  const sentences = Object.values(cause.errors).flat()
  const message = [...new Set([cause.message, ...sentences, ...(cause.detail ? [cause.detail] : [])])].join(' ')
  return { message, advice: adviceFor(cause) }
}

const adviceFor = ({ status, retryAfterSeconds, requestId }: Problem): string => {
  switch (status) {
    case 403:
      return 'This token may not do that. Ask who runs the API for another one, or leave and paste it.'
    case 404:
      return 'It may have been deleted. Go back to the list.'
    case 409:
      return 'It is under way. Wait until it is over, and try again.'
    case 422:
    case 400:
      return 'Change what you entered, and try again.'
    case 429:
    case 503:
      return `It is asked again by itself${retryAfterSeconds ? ` in ${retryAfterSeconds} seconds` : ''}.`
    default:
      return `Try again. If it stays so, give who runs the API this request: ${requestId ?? 'unknown'}.`
  }
}
