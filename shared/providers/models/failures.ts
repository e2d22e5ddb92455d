import { isModelFailure, type ModelFailure, modelFailure } from './model.ts'

/** Replaces the SDK's message, which may quote prompt and answer. */
export const failureOf = (cause: unknown): ModelFailure => {
  if (isModelFailure(cause)) return cause
  const { name, message, within, statusCode = 0 } = detailsOf(cause)
  if (name === 'TimeoutError') return modelFailure('stalled', 'The model was silent for too long')
  if (/Parse|Validation|InvalidResponse/.test(`${name} ${within}`))
    return modelFailure('garbage', `What the model answered makes no sense (${name})`)
  if (statusCode < 400) return modelFailure('unavailable', `The connection to the model failed (${within || name})`)
  const kind = statusCode === 429 || statusCode >= 500 || statusCode === 408 ? 'unavailable' : 'refused'
  // Messages with these statuses are about the account, never the prompt.
  const why = [401, 403, 404, 429].includes(statusCode) ? `: ${message.slice(0, whyLengthMax)}` : ''
  return modelFailure(kind, `The model answered ${statusCode}${why}`)
}

const whyLengthMax = 200

const detailsOf = (cause: unknown) => {
  if (!(cause instanceof Error)) return { name: '', message: '', within: '' }
  const statusCode = 'statusCode' in cause && typeof cause.statusCode === 'number' ? cause.statusCode : undefined
  const within = cause.cause instanceof Error ? cause.cause.name : ''
  return { name: cause.name, message: cause.message, within, statusCode }
}
