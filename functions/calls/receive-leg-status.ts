import { logLegFailure } from '../../shared/actions/dialling/handle-refusal.ts'
import { legGraceMs } from '../../shared/domain/calls/leg.ts'
import { readLegRef } from '../../shared/domain/calls/leg-ref.ts'
import { receiveLegStatus } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'
import { found } from '../../shared/words/problem.ts'

/**
 * Applies a report about a transfer's call leg. The leg's minutes are charged even if callee and
 * customer were never joined.
 */
export const handler = callback(
  receiveLegStatus,
  async ({ report, ref: path, log }, { calls, advanceCallQueue, clock }) => {
    const { place, ...ref } = found(readLegRef(path), 'call_not_found')
    const { progress, outcome, carrier_sid } = report
    const isOver = outcome !== undefined
    const news = {
      carrier_sid,
      ...(progress === 'in-progress' && { answered: true as const }),
      ...(isOver && { gone: true as const, duration: report.duration ?? 0, failure: report.refusal }),
    }
    logLegFailure(log, found(await calls.reportLeg({ ...ref, place }, news, clock.now()), 'call_not_found'))
    if (isOver) await advanceCallQueue.nudge(ref, legGraceMs / 1000 + 1)
    return undefined
  },
)
