import * as z from 'zod'

/** Use of AWS. Measured by `npm run bench cost`, which writes docs/cost-units.json. */
export const UnitUse = z.strictObject({
  /** Units of the table, on demand. */
  read_units: z.number().nonnegative(),
  write_units: z.number().nonnegative(),
  invocations: z.number().nonnegative(),
  /** Memory times time, of functions. */
  gigabyte_seconds: z.number().nonnegative(),
  /** Sends, receives and deletes of queues. */
  queue_requests: z.number().nonnegative(),
  http_requests: z.number().nonnegative(),
  /** On conversations' sockets, in both directions. */
  socket_messages: z.number().nonnegative(),
  log_bytes: z.number().nonnegative(),
  /** Bytes that stay in the table. */
  stored_bytes: z.number().nonnegative(),
})
export type UnitUse = z.infer<typeof UnitUse>

export const CostUnits = z.strictObject({
  /** One call from its request until its webhook has arrived, without what is said in it. */
  call: UnitUse,
  /** One thing that the caller says, and the answer. */
  turn: UnitUse,
  sms: UnitUse,
  /** The mean of all API requests. */
  request: UnitUse,
  /** One look at the deadlines, when nothing is due. */
  schedule_run: UnitUse,
  /** Metrics of our own that calls and messages count, each time series by itself. */
  metrics: z.int().positive(),
})
export type CostUnits = z.infer<typeof CostUnits>

export const unitsFile = 'docs/cost-units.json'

/**
 * Use of AWS in a second of a load with this many calls at a time, and the number of talks. `npm
 * run bench load` writes docs/load-units.json.
 */
export const LoadUnits = z.record(
  z.string().regex(/^\d+$/),
  z.strictObject({ talks: z.int().positive(), used: UnitUse }),
)
export type LoadUnits = z.infer<typeof LoadUnits>

export const loadUnitsFile = 'docs/load-units.json'
