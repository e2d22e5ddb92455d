import { takeOffAssistants } from '../../shared/actions/numbers/release-number.ts'
import type { OwnedNumber } from '../../shared/domain/account/number.ts'
import { leavesAt } from '../../shared/domain/account/subscription.ts'
import { releaseNumber } from '../../shared/operations/numbers.ts'
import { http } from '../../shared/runtime/http.ts'
import type { Supplied } from '../../shared/services.ts'
import { found, Problem } from '../../shared/words/problem.ts'

type Services = Supplied<(typeof releaseNumber)['uses'][number]>

/**
 * No call begins from the number any more, and no call in progress ends: the carrier gets it back
 * an hour later at the earliest.
 */
export const handler = http(releaseNumber, async ({ user_id, id }, services) => {
  const { numbers, subscriptions } = services
  const number = await leave(services, found(await numbers.find(user_id, id), 'number_not_found'))
  await takeOffAssistants(services, number)
  if (number.subscription)
    return { message: 'Phone number released successfully. It will be removed at the end of the billing period.' }
  await subscriptions.remove(number)
  return { message: 'Phone number deleted successfully.' }
})

/** A worker renews or suspends a number once in a while. More conflicts in a row do not happen. */
const attemptsMax = 3

/** If the number was renewed meanwhile, it leaves at the end of the month that was charged. */
const leave = async ({ clock, numbers, subscriptions }: Services, seen: OwnedNumber): Promise<OwnedNumber> => {
  let number: OwnedNumber = seen
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    if (number.leaves_at !== undefined) throw new Problem('number_leaving')
    if (await subscriptions.leave(number, leavesAt(number, clock.now()))) return number
    number = found(await numbers.find(number.user_id, number.id), 'number_not_found')
  }
  throw new Error('The number was changed too often')
}
