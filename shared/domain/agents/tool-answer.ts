import { type Problem, problemBody, problems } from '../../words/problem.ts'

export interface ApiAnswer {
  status: number
  text: string
  request_id: string | undefined
  retry_after: string | undefined
}

/** `value`: present when `text` is JSON. */
export interface AgentToolAnswer {
  text: string
  value?: unknown
  isError: boolean
  /** For the client; the model does not see it. */
  about: Record<string, unknown>
}

const bytesMax = 256 * 1024

/**
 * Translates the API's answer for the model. The model also receives error answers, because it can
 * correct its request.
 */
export const answerOf = (answer: ApiAnswer): AgentToolAnswer => {
  const { status, text, request_id, retry_after } = answer
  const about = { status, request_id }
  const bytes = Buffer.byteLength(text)
  if (bytes > bytesMax)
    return {
      text: `The answer is too long: ${bytes} bytes. Ask for less, with per_page or filters.`,
      isError: true,
      about,
    }
  const isError = status >= 400
  const again = isError && retry_after ? ` Ask again in ${retry_after} seconds.` : ''
  return { text: text + again, value: readJson(text), isError, about }
}

export const refusalOf = (problem: Problem): AgentToolAnswer =>
  answerOf({
    status: problems[problem.code][0],
    text: JSON.stringify(problemBody(problem)),
    request_id: undefined,
    retry_after: undefined,
  })

/**
 * Used when no answer arrived. The request may have had its effect, so the client must decide
 * whether to repeat it.
 */
export const noAnswer: AgentToolAnswer = {
  text: 'No answer came in time. It may have been done: look before you ask again, or ask again with the same idempotency_key.',
  isError: true,
  about: {},
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
