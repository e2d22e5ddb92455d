import { leaveUnlessLeaving, returnToCarrier, takeOffAssistants } from '../../shared/actions/account/release-number.ts'
import { leavesAt } from '../../shared/domain/account/subscription.ts'
import { releaseNumber } from '../../shared/operations/numbers.ts'
import { http } from '../../shared/runtime/http.ts'
import { found, Problem } from '../../shared/words/problem.ts'

/**
 * Prevents new calls from the number. Returns the number to the carrier after at least an hour, so
 * that no running call is cut off.
 */
export const handler = http(releaseNumber, async ({ user_id, id, log }, services) => {
  const { clock, numbers } = services
  const seen = found(await numbers.find(user_id, id), 'number_not_found')
  const left = await leaveUnlessLeaving(services, seen, (number) => leavesAt(number, clock.now()))
  if (left === 'leaving') throw new Problem('number_leaving')
  const number = found(left, 'number_not_found')
  await takeOffAssistants(services, number)
  if (number.subscription)
    return { message: 'Phone number released successfully. It will be removed at the end of the billing period.' }
  // If the carrier does not answer, a worker tries again.
  await returnToCarrier(services, number).catch(() =>
    log.warn('a number was not returned to the carrier yet', { number_id: id }),
  )
  return { message: 'Phone number deleted successfully.' }
})
