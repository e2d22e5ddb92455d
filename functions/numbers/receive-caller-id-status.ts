import { readNumberRef } from '../../shared/domain/account/caller-id.ts'
import { receiveCallerIdStatus } from '../../shared/operations/numbers.ts'
import { callback } from '../../shared/runtime/callback.ts'
import { found } from '../../shared/words/problem.ts'

/**
 * Applies the first result of a verification. If a success arrives too late, removes the number at
 * the carrier, so that it can be verified again.
 */
export const handler = callback(receiveCallerIdStatus, async ({ report, ref: path, log }, services) => {
  const { callerIds, carrier } = services
  const ref = found(readNumberRef(path), 'caller_id_not_found')
  const callerId = found(await callerIds.find(ref), 'caller_id_not_found')
  const { is_verified, carrier_sid } = report
  if (is_verified === false && (await callerIds.end(callerId, 'failed'))) log.info('a caller id was not verified', ref)
  if (!is_verified || !carrier_sid) return undefined
  if (await callerIds.verify(callerId, carrier_sid)) log.info('a caller id was verified', ref)
  else if (['failed', 'expired'].includes((await callerIds.find(ref))?.state ?? ''))
    await carrier.forgetCallerId(carrier_sid)
  return undefined
})
