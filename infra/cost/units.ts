import * as z from 'zod'

/** Use of AWS that `npm run bench cost` measures and writes to docs/cost-units.json. */
export const UnitUse = z.strictObject({
  read_units: z.number().nonnegative(),
  write_units: z.number().nonnegative(),
  invocations: z.number().nonnegative(),
  gigabyte_seconds: z.number().nonnegative(),
  /** Requests to SQS: sends, receives and deletes. */
  queue_requests: z.number().nonnegative(),
  http_requests: z.number().nonnegative(),
  /** WebSocket messages of conversations, in both directions. */
  socket_messages: z.number().nonnegative(),
  log_bytes: z.number().nonnegative(),
  stored_bytes: z.number().nonnegative(),
})
export type UnitUse = z.infer<typeof UnitUse>

export const CostUnits = z.strictObject({
  /** Use of one call without its turns, from the request until the webhook has arrived. */
  call: UnitUse,
  /** Use of one turn: an utterance of the caller and its answer. */
  turn: UnitUse,
  sms: UnitUse,
  request: UnitUse,
  schedule_run: UnitUse,
  /** Number of custom CloudWatch metrics. Each time series counts. */
  metrics: z.int().positive(),
})
export type CostUnits = z.infer<typeof CostUnits>

export const unitsFile = 'docs/cost-units.json'

/**
 * Use of AWS per second, by number of concurrent calls. `npm run bench load` measures it and writes
 * docs/load-units.json.
 */
export const LoadUnits = z.record(
  z.string().regex(/^\d+$/),
  z.strictObject({ talks: z.int().positive(), used: UnitUse }),
)
export type LoadUnits = z.infer<typeof LoadUnits>

export const loadUnitsFile = 'docs/load-units.json'
