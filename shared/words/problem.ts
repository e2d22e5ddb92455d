/** Error messages by field path. */
export type FieldErrors = Record<string, string[]>

/** Party that must act before the request can succeed. */
export type Actor = 'client' | 'user' | 'operator'

export const problems = {
  unauthenticated: [401, 'Unauthenticated.', 'client'],
  account_suspended: [403, 'Account suspended.', 'operator'],
  not_permitted: [403, 'This token may not do that.', 'operator'],
  not_found: [404, 'Not Found', 'client'],
  malformed_json: [400, 'Malformed JSON body', 'client'],
  payload_too_large: [413, 'Payload too large', 'client'],
  too_many_attempts: [429, 'Too Many Attempts.', 'client'],
  server_error: [500, 'Server Error', 'operator'],
  foreign_origin: [403, 'Requests from this origin are not taken.', 'client'],
  list_not_ready: [503, 'The list is being prepared. Ask again in a minute.', 'client'],
  validation_failed: [422, 'Validation failed', 'client'],
  given_data_invalid: [422, 'The given data was invalid.', 'client'],
  invalid_signature: [403, 'Forbidden', 'operator'],

  token_not_found: [404, 'Token not found', 'client'],
  token_in_use: [409, 'A token does not delete itself. Use another one.', 'client'],
  too_many_tokens: [422, 'You have reached the limit of 100 tokens.', 'user'],

  invalid_idempotency_key: [400, 'Invalid Idempotency-Key', 'client'],
  idempotency_key_reused: [422, 'Idempotency key was used with a different request', 'client'],
  idempotency_in_progress: [409, 'A request with this idempotency key is in progress', 'client'],

  assistant_not_found: [404, 'Assistant not found', 'client'],
  assistant_creation_failed: [500, 'Assistant creation failed', 'operator'],
  assistant_update_failed: [500, 'Assistant update failed', 'operator'],
  version_not_found: [404, 'Version not found', 'client'],
  draft_not_found: [404, 'Draft not found', 'client'],
  assistant_changed: [409, 'The assistant has changed since. Read it again.', 'client'],
  draft_changed: [409, 'The draft has changed since. Read it again.', 'client'],
  rollout_not_found: [404, 'Rollout not found', 'client'],
  rollout_running: [409, 'A rollout is running. Finish or abort it first.', 'client'],
  rollout_over: [409, 'The rollout has ended.', 'client'],
  turn_too_long: [503, 'The assistant took too long to answer', 'client'],
  assistant_deletion_failed: [500, 'Assistant deletion failed', 'operator'],

  // Clients of chats read `status` and `error`.
  conversation_not_found: [404, 'Conversation not found', 'client', { status: false }],
  widget_not_found: [404, 'Assistant not found', 'client', { status: false }],
  origin_not_allowed: [403, 'This page may not show the assistant.', 'user', { status: false }],
  conversation_busy: [409, 'The assistant is answering the message before.', 'client', { status: false }],
  conversation_over: [409, 'The conversation has ended.', 'client', { status: false }],
  too_many_visits: [429, 'Too Many Attempts.', 'client', { status: false }],
  conversation_unpaid: [400, 'Insufficient balance. Please top up your account.', 'user', { status: false }],

  reply_assistant_not_found: [
    404,
    'Assistant not found or does not belong to you',
    'client',
    { success: false, error_code: 'ASSISTANT_NOT_FOUND' },
  ],
  reply_unpaid: [
    402,
    'Insufficient balance. Please top up your account.',
    'user',
    { success: false, error_code: 'INSUFFICIENT_BALANCE' },
  ],

  web_calls_not_set_up: [503, 'Web calls are not set up.', 'operator'],
  call_not_found: [404, 'Call not found', 'client'],
  call_in_progress: [409, 'Call is in progress', 'client'],
  transfer_refused: [409, 'Call cannot be transferred', 'user'],
  call_not_in_progress: [409, 'Call is not in progress', 'client'],
  no_evidence: [
    404,
    'No evidence is recorded for this call: it was made before decisions were kept, or nothing was decided about it',
    'client',
  ],
  evidence_export_not_found: [404, 'Export of evidence not found', 'client'],

  export_not_found: [404, 'Export not found', 'client'],

  person_export_not_found: [404, 'Export of a person not found', 'client'],
  person_erasure_not_found: [404, 'Erasure of a person not found', 'client'],
  person_on_call: [409, 'The person is in a call. Ask again when it is over.', 'user'],

  invalid_phone_number: [422, 'Invalid phone number', 'client'],
  assistant_cannot_call: [422, 'Assistant cannot make calls', 'user'],
  no_phone_number: [422, 'No phone number available', 'operator'],
  phone_number_blacklisted: [422, 'Phone number is blacklisted', 'user'],
  calling_rules_refuse: [422, 'The recipient may not be called now', 'user'],

  tool_not_found: [404, 'Tool not found', 'client'],
  too_many_tools: [422, 'You have reached the limit of 100 tools.', 'user'],

  knowledgebase_not_found: [404, 'Knowledgebase not found.', 'client'],
  document_not_found: [404, 'Document not found.', 'client'],
  too_many_knowledgebases: [422, 'You have reached the limit of 50 knowledge bases.', 'user'],
  suppression_list_not_found: [404, 'Suppression list not found', 'client'],
  too_many_suppression_lists: [422, 'You have reached the limit of 10 do-not-call lists.', 'user'],
  too_many_documents: [422, 'This knowledge base has reached the limit of 200 documents.', 'user'],
  simulation_not_found: [404, 'Simulation not found', 'client'],
  replay_not_found: [404, 'Replay not found', 'client'],
  too_many_simulations: [
    429,
    'Two simulations or replays are running already. Ask again when one of them is over.',
    'client',
  ],

  too_many_person_works: [
    429,
    'Eight exports or erasures of people are under way already. Ask again when one of them is over.',
    'client',
  ],
  too_many_evidence_exports: [
    429,
    'Three exports of evidence are under way already. Ask again when one of them is over.',
    'client',
  ],
  too_many_exports: [429, 'Three exports are under way already. Ask again when one of them is over.', 'client'],
  too_many_waiting_documents: [
    429,
    'Two hundred documents are waiting to be read already. Ask again when one of them is read.',
    'client',
  ],
  too_many_waiting_calls: [
    429,
    'A hundred calls are waiting to be placed already. Ask again when one of them is placed.',
    'client',
  ],
  too_many_list_imports: [
    429,
    'Five do-not-call lists are being imported already. Ask again when one of them is over.',
    'client',
  ],
  too_many_lead_imports: [
    429,
    'Five files of leads are being imported already. Ask again when one of them is over.',
    'client',
  ],

  lead_not_found: [404, 'Lead not found', 'client'],
  lead_import_not_found: [404, 'Lead import not found', 'client'],
  unknown_fields: [422, 'Invalid fields: :names', 'client'],

  campaign_not_found: [404, 'Campaign not found', 'client'],
  campaign_not_in_progress: [422, 'Campaign is not in progress', 'client', { success: false }],
  no_leads_to_call: [422, 'No leads to call', 'user', { success: false }],
  agent_deleted: [422, 'Your agent has been deleted', 'user', { success: false }],
  agent_cannot_call: [422, 'Your agent cannot make calls', 'user', { success: false }],
  agent_without_number: [422, 'Your agent does not have a phone number setup', 'operator', { success: false }],

  sms_not_found: [404, 'SMS not found', 'client'],
  from_number_not_found: [400, 'From number not found', 'client'],
  from_number_expired: [400, 'From number subscription is not active', 'operator'],
  from_number_not_sms_capable: [400, 'From number is not SMS capable', 'operator'],
  invalid_to_number: [400, 'Invalid to phone number', 'client'],
  destination_not_allowed: [400, 'Destination not allowed', 'operator'],
  recipient_opted_out: [400, 'Recipient has opted out', 'user'],
  insufficient_balance: [400, 'Insufficient balance', 'operator'],
  sms_failed: [500, 'Failed to send SMS', 'operator'],
  sending_paused: [503, 'Sending is paused', 'operator'],

  number_not_found: [404, 'Phone number not found.', 'client'],
  carrier_denied: [
    503,
    'The provider does not accept the credentials of this service. Its operator has to correct them.',
    'operator',
  ],
  carrier_busy: [503, 'The provider takes no more requests at the moment. Please try again.', 'client'],
  number_unreadable: [422, 'Unable to parse phone number. Please provide a valid E.164 format number.', 'client'],
  number_leaving: [400, 'Phone number is already scheduled for release.', 'client'],
  number_in_use: [400, 'This phone number is already in use.', 'client'],
  number_unavailable: [
    400,
    'This phone number is not available for purchase. Please search for available numbers first.',
    'client',
  ],
  number_needs_documents: [
    422,
    'This phone number needs an address or documents. Please choose another one, or buy it at the provider.',
    'user',
  ],
  number_not_paid: [402, 'Payment failed. Please top up your balance.', 'user'],
  number_purchase_failed: [500, 'Failed to purchase phone number from provider. Please contact support.', 'operator'],
  caller_id_not_found: [404, 'Caller ID not found.', 'client'],
  caller_id_unavailable: [
    400,
    'This phone number cannot be verified, because the provider or another verification has it already.',
    'operator',
  ],
  caller_id_unreachable: [422, 'The provider does not call this phone number.', 'user'],
  caller_id_failed: [
    500,
    'Failed to call this phone number. If it rings, nobody needs to answer. Please try again in ten minutes.',
    'operator',
  ],
  number_import_unfinished: [
    500,
    'The provider gave no answer, so calls may not arrive at this number yet. The provider is asked again.',
    'operator',
  ],
  nickname_too_long: [422, 'The nickname must not exceed 50 characters.', 'client'],

  region_not_found: [404, 'Region not found', 'client'],
  override_not_found: [404, 'No hours of your own are set for this region', 'client'],
  blacklist_entry_not_found: [404, 'Blacklist entry not found', 'client'],

  consent_not_found: [404, 'Consent not found', 'client'],

  delivery_not_found: [404, 'Delivery not found', 'client'],
} as const satisfies Record<string, readonly [status: number, message: string, who: Actor, members?: object]>

export type ProblemCode = keyof typeof problems

/** An expected error; any other error is a fault of the program. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly errors: FieldErrors | undefined
  readonly detail: string | undefined
  /** Seconds to wait, set if nothing was done and the same request may succeed later. */
  readonly retrySeconds: number | undefined

  constructor(
    code: ProblemCode,
    more: { errors?: FieldErrors; detail?: string; names?: string[]; retrySeconds?: number } = {},
  ) {
    super(problems[code][1].replace(':names', more.names?.join(', ') ?? ''))
    this.code = code
    this.errors = more.errors
    this.detail = more.detail
    this.retrySeconds = more.retrySeconds
  }
}

export const refuseErrors = (errors: FieldErrors): void => {
  if (Object.keys(errors).length) throw new Problem('validation_failed', { errors })
}

const membersOf = (code: ProblemCode): object | undefined => {
  const [, , , members]: readonly [number, string, Actor, object?] = problems[code]
  return members
}

/** `saysError`: repeats the message under `error`, for old clients. */
export const problemBody = ({ code, message, errors, detail }: Problem, saysError = false): object => ({
  message,
  ...membersOf(code),
  errors,
  error: detail ?? (saysError ? message : undefined),
})

export const found = <T>(thing: T | undefined, missing: ProblemCode): T => {
  if (thing === undefined) throw new Problem(missing)
  return thing
}
