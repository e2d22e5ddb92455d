import { buyAgain, buyNumber, stillOpen } from '../../shared/actions/account/buy-number.ts'
import type { Account } from '../../shared/domain/account/account.ts'
import type { OwnedNumber } from '../../shared/domain/account/number.ts'
import type { NumberOrder } from '../../shared/domain/account/number-order.ts'
import { boughtView } from '../../shared/domain/account/number-view.ts'
import { numberPriceFor } from '../../shared/domain/reference/prices.ts'
import { purchaseNumber } from '../../shared/operations/numbers.ts'
import { http, type Request } from '../../shared/runtime/http.ts'
import type { Dependencies } from '../../shared/services.ts'
import { readPhone } from '../../shared/words/phone.ts'
import { found, Problem } from '../../shared/words/problem.ts'

type Services = Dependencies<(typeof purchaseNumber)['uses'][number]>

/**
 * Stores the order and holds its price, then asks the carrier once. So no number is bought twice or
 * unpaid.
 */
export const handler = http(purchaseNumber, async (request, services) => {
  const { phone_number } = await request.body()
  const { number: phone, country } = found(readPhone(phone_number), 'number_unreadable')
  const { accounts, numbers } = services
  const [owner, { account }] = await Promise.all([numbers.ownerOf(phone), accounts.means(request.user_id)])
  const country_code = found(country, 'number_unavailable')
  const number = owner
    ? await orderedBefore(request, services, owner)
    : await order(request, services, { wanted: { phone_number: phone, country_code }, account })
  return { message: 'Phone number purchased successfully.', data: boughtView(number) }
})

/**
 * Returns the number that the request's first run ordered. A number of another user counts as not
 * for sale.
 */
const orderedBefore = async (
  { user_id, newId, log }: Request<typeof purchaseNumber>,
  services: Services,
  owner: { user_id: number; number_id: number },
): Promise<OwnedNumber> => {
  if (owner.user_id !== user_id) throw new Problem('number_unavailable')
  if (owner.number_id !== newId) throw new Problem('number_in_use')
  const [number, order] = await Promise.all([
    services.numbers.find(user_id, newId),
    services.numberOrders.find({ user_id, number_id: newId }),
  ])
  return number ?? (order ? buyAgain(services, order, log) : Promise.reject(stillOpen()))
}

const order = async (
  request: Request<typeof purchaseNumber>,
  services: Services,
  { wanted, account }: { wanted: Pick<NumberOrder, 'phone_number' | 'country_code'>; account: Account },
): Promise<OwnedNumber> => {
  const { clock, numberOrders } = services
  const { user_id } = request
  const price = found(numberPriceFor(wanted.country_code), 'number_unavailable')
  const asked_at = clock.now()
  const draft = { ...wanted, user_id, price, asked_at }
  let isOpened = false
  const id = await request.create(async (id) => {
    const outcome = await numberOrders.open({ ...draft, id }, account)
    if (outcome === 'insufficient') throw new Problem('number_not_paid')
    if (outcome === 'taken') throw new Problem('number_unavailable')
    isOpened = outcome === 'opened'
    return isOpened
  })
  if (!isOpened) throw stillOpen()
  return buyNumber(services, { ...draft, id }, request.log)
}
