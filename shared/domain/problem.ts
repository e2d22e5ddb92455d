/** Field path → sentences, as the `errors` member of a validation answer. */
export type FieldErrors = Record<string, string[]>

/**
 * Every answer that is not a success: the status and the exact message that clients see.
 * A code that is missing here cannot be thrown, and a message stands nowhere else.
 */
export const problems = {
  // anyone may meet these
  unauthenticated: [401, 'Unauthenticated.'],
  not_found: [404, 'Not Found'],
  malformed_json: [400, 'Malformed JSON body'],
  payload_too_large: [413, 'Payload too large'],
  too_many_attempts: [429, 'Too Many Attempts.'],
  server_error: [500, 'Server Error'],
  validation_failed: [422, 'Validation failed'],
  given_data_invalid: [422, 'The given data was invalid.'],
  invalid_signature: [403, 'Forbidden'],

  // requests that carry an Idempotency-Key
  invalid_idempotency_key: [400, 'Invalid Idempotency-Key'],
  idempotency_key_reused: [422, 'Idempotency key was used with a different request'],
  idempotency_in_progress: [409, 'A request with this idempotency key is in progress'],

  // assistants
  assistant_not_found: [404, 'Assistant not found'],
  assistant_creation_failed: [500, 'Assistant creation failed'],
  assistant_update_failed: [500, 'Assistant update failed'],
  assistant_deletion_failed: [500, 'Assistant deletion failed'],

  // calls
  call_not_found: [404, 'Call not found'],
  call_in_progress: [409, 'Call is in progress'],
  invalid_phone_number: [422, 'Invalid phone number'],
  assistant_cannot_call: [422, 'Assistant cannot make calls'],
  no_phone_number: [422, 'No phone number available'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ProblemCode = keyof typeof problems

/** An answer the caller can act on. Anything else that is thrown is an accident. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly errors: FieldErrors | undefined
  /** What a provider said, for the answers that pass it on as `error`. */
  readonly detail: string | undefined

  constructor(code: ProblemCode, more: { errors?: FieldErrors; detail?: string } = {}) {
    super(problems[code][1])
    this.code = code
    this.errors = more.errors
    this.detail = more.detail
  }
}

/** The promise of a look-up: the thing itself, or the problem that says it is not there. */
export const found = <T>(thing: T | undefined, missing: ProblemCode): T => {
  if (thing === undefined) throw new Problem(missing)
  return thing
}
