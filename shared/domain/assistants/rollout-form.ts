import * as z from 'zod'
import { decimal, integer, list, object, oneOf, optional } from '../../words/fields.ts'
import { finding, form } from '../../words/form.ts'
import { decimalOf } from '../../words/money.ts'
import type { FieldErrors } from '../../words/problem.ts'
import { isoTime } from '../../words/time.ts'
import type { Assistant } from './assistant.ts'
import { note } from './assistant-form.ts'
import {
  type Arms,
  afterCallsMax,
  afterCallsMin,
  guardMetrics,
  judge,
  type Rollout,
  rolloutStates,
  type Tally,
} from './rollout.ts'

const guard = object({ metric: oneOf(guardMetrics), worse_by: decimal({ min: 0.001, max: 1000 }) })

const canary = object({
  percent: integer({ min: 1, max: 50 }),
  guards: optional(list(guard, { max: guardMetrics.length })),
  after_calls: integer({ min: afterCallsMin, max: afterCallsMax }),
})

export const Publication = form({ note, revision: optional(integer({ min: 1 })), canary: optional(canary) })

/**
 * Reports a changed phone number or call direction. A canary cannot change them, because a call
 * rings before its version is chosen.
 */
export const canaryMisfit = (live: Assistant, next: Assistant): FieldErrors =>
  live.type === next.type && live.phone_number_id === next.phone_number_id
    ? {}
    : finding('canary', 'The :attribute cannot change the calls direction or the phone number.')

const ArmItem = z.object({
  version: z.int(),
  calls: z.int(),
  goals: z.int(),
  short_calls: z.int(),
  opt_outs: z.int(),
  apologies: z.int(),
  tool_failures: z.int(),
  cost: z.number(),
})

export const RolloutItem = z.object({
  id: z.int(),
  state: z.enum(rolloutStates),
  reason: z.string().nullable(),
  percent: z.int(),
  after_calls: z.int(),
  people: z.int(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  live: ArmItem,
  canary: ArmItem,
  guards: z.array(
    z.object({
      metric: z.enum(guardMetrics),
      worse_by: z.number(),
      state: z.enum(['undecided', 'tripped', 'holds']),
      live: z.number().nullable(),
      canary: z.number().nullable(),
    }),
  ),
})

export const rolloutView = (rollout: Rollout, arms: Arms): z.input<typeof RolloutItem> => ({
  id: rollout.id,
  state: rollout.state,
  reason: rollout.reason,
  percent: rollout.percent,
  after_calls: rollout.after_calls,
  people: arms.people,
  started_at: isoTime(rollout.started_at),
  ended_at: rollout.ended_at === null ? null : isoTime(rollout.ended_at),
  live: armView(rollout.base_version, arms.live),
  canary: armView(rollout.version, arms.canary),
  guards: judge(rollout, arms),
})

const armView = (version: number, { short, cost, cost_squares: _, ...tally }: Tally): z.input<typeof ArmItem> => ({
  ...tally,
  version,
  short_calls: short,
  cost: decimalOf(cost),
})
