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
  phone_number_blacklisted: [422, 'Phone number is blacklisted'],

  // leads
  lead_not_found: [404, 'Lead not found'],
  unknown_fields: [422, 'Invalid fields: :names'],

  // campaigns
  campaign_not_found: [404, 'Campaign not found'],
  campaign_not_in_progress: [422, 'Campaign is not in progress', { success: false }],
  no_leads_to_call: [422, 'No leads to call', { success: false }],
  agent_deleted: [422, 'Your agent has been deleted', { success: false }],
  agent_cannot_call: [422, 'Your agent cannot make calls', { success: false }],
  agent_without_number: [422, 'Your agent does not have a phone number setup', { success: false }],

  // messages
  sms_not_found: [404, 'SMS not found'],
  from_number_not_found: [400, 'From number not found'],
  from_number_expired: [400, 'From number subscription is not active'],
  from_number_not_sms_capable: [400, 'From number is not SMS capable'],
  invalid_to_number: [400, 'Invalid to phone number'],
  recipient_opted_out: [400, 'Recipient has opted out'],
  insufficient_balance: [400, 'Insufficient balance'],
  sms_failed: [500, 'Failed to send SMS'],

  // numbers never to dial or text
  blacklist_entry_not_found: [404, 'Blacklist entry not found'],

  // webhooks
  delivery_not_found: [404, 'Delivery not found'],
} as const satisfies Record<string, readonly [status: number, message: string, members?: object]>

export type ProblemCode = keyof typeof problems

/** An answer the caller can act on. Anything else that is thrown is an accident. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly errors: FieldErrors | undefined
  /** What a provider said, for the answers that pass it on as `error`. */
  readonly detail: string | undefined

  constructor(code: ProblemCode, more: { errors?: FieldErrors; detail?: string; names?: string[] } = {}) {
    super(problems[code][1].replace(':names', more.names?.join(', ') ?? ''))
    this.code = code
    this.errors = more.errors
    this.detail = more.detail
  }
}

/** Findings, when there are any, are the validation answer. */
export const refuseErrors = (errors: FieldErrors): void => {
  if (Object.keys(errors).length) throw new Problem('validation_failed', { errors })
}

/** What the answer has beside its message, whatever happened. */
const membersOf = (code: ProblemCode): object | undefined => {
  const [, , members]: readonly [number, string, object?] = problems[code]
  return members
}

/** The answer's body. */
export const problemBody = ({ code, message, errors, detail }: Problem): object => ({
  message,
  ...membersOf(code),
  errors,
  error: detail,
})

/** The promise of a look-up: the thing itself, or the problem that says it is not there. */
export const found = <T>(thing: T | undefined, missing: ProblemCode): T => {
  if (thing === undefined) throw new Problem(missing)
  return thing
}
