import * as z from 'zod'

/** `npm run bench cost` measures these and writes docs/cost-units.json. */
export const UnitUse = z.strictObject({
  /** Read and write units of a table on demand. */
  read_units: z.number().nonnegative(),
  write_units: z.number().nonnegative(),
  invocations: z.number().nonnegative(),
  gigabyte_seconds: z.number().nonnegative(),
  /** Sends, receives and deletes. */
  queue_requests: z.number().nonnegative(),
  http_requests: z.number().nonnegative(),
  /** Messages on conversations' sockets, in both directions. */
  socket_messages: z.number().nonnegative(),
  log_bytes: z.number().nonnegative(),
  /** Bytes that stay in the table. */
  stored_bytes: z.number().nonnegative(),
})
export type UnitUse = z.infer<typeof UnitUse>

export const CostUnits = z.strictObject({
  /** Use of one call, from the request until the webhook has arrived, except for its turns. */
  call: UnitUse,
  /** Use of one utterance of the caller and its answer. */
  turn: UnitUse,
  sms: UnitUse,
  request: UnitUse,
  schedule_run: UnitUse,
  /** Number of CloudWatch metrics; each time series counts. */
  metrics: z.int().positive(),
})
export type CostUnits = z.infer<typeof CostUnits>

export const unitsFile = 'docs/cost-units.json'

/**
 * Use of AWS in a second, by the number of concurrent calls. `npm run bench load` writes
 * docs/load-units.json.
 */
export const LoadUnits = z.record(
  z.string().regex(/^\d+$/),
  z.strictObject({ talks: z.int().positive(), used: UnitUse }),
)
export type LoadUnits = z.infer<typeof LoadUnits>

export const loadUnitsFile = 'docs/load-units.json'
