import { Problem } from '../../words/problem.ts'
import { deniedByCarrier } from '../../words/refusal.ts'

export const refuseDenied = (cause: unknown): never => {
  throw cause instanceof Error && cause.cause === deniedByCarrier ? new Problem('carrier_denied') : cause
}
