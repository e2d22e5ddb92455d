import type { OwnedNumber } from '../../domain/account/number.ts'
import { carrierNameOf, type NumberOrder, notBoughtMs, numberOf, recheckMs } from '../../domain/account/number-order.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'
import { Problem, type ProblemCode } from '../../words/problem.ts'
import { inWords, type Refusal } from '../../words/refusal.ts'

type BuyingParts = Dependencies<
  'carrier.buyNumber' | 'numberOrders.abandon' | 'numberOrders.complete' | 'numbers.find' | 'tendNumberQueue.nudge'
>

export const buyNumber = async (
  services: BuyingParts,
  order: NumberOrder,
  log: Log,
  { isFirst } = { isFirst: true },
): Promise<OwnedNumber> => {
  const { carrier, numberOrders, numbers, tendNumberQueue } = services
  const { user_id, id, phone_number } = order
  const purchase = await carrier.buyNumber({ phone_number, name: carrierNameOf(order) })
  log.info('the carrier was asked for a number', { user_id, number_id: id, outcome: purchase.outcome })
  const isOurs = purchase.outcome === 'refused' && purchase.why === 'taken' && !isFirst
  if (purchase.outcome === 'unknown' || isOurs) {
    await tendNumberQueue.nudge({ user_id, number_id: id }, recheckMs / 1000)
    throw stillOpen()
  }
  if (purchase.outcome === 'refused') {
    await numberOrders.abandon(order)
    throw refusalOf(purchase.why, purchase.refusal)
  }
  const number = numberOf(order, purchase)
  if (await numberOrders.complete(order, number)) return number
  const stored = await numbers.find(user_id, id)
  if (!stored) throw stillOpen()
  return stored
}

/** Continues an order whose process crashed. */
export const buyAgain = async (
  services: BuyingParts & Dependencies<'carrier.fetchNumber' | 'clock' | 'numberOrders.askAgain'>,
  before: NumberOrder,
  log: Log,
): Promise<OwnedNumber> => {
  const { carrier, clock, numberOrders } = services
  const order = await numberOrders.askAgain(before, clock.now())
  if (!order) throw stillOpen()
  const held = await carrier.fetchNumber(order.phone_number)
  if (!held) return buyNumber(services, order, log, { isFirst: false })
  const number = numberOf(order, held)
  if (held.name !== carrierNameOf(order) || !(await numberOrders.complete(order, number))) throw stillOpen()
  return number
}

export const stillOpen = () =>
  new Problem('number_purchase_failed', {
    detail:
      'The provider gave no answer, so the number may have been bought. If it was, your numbers show it in a few minutes; if not, its price is given back.',
  })

const problemsOf = {
  taken: 'number_unavailable',
  documents: 'number_needs_documents',
  busy: 'carrier_busy',
  denied: 'carrier_denied',
  account: 'number_purchase_failed',
} as const satisfies Record<string, ProblemCode>

const refusalOf = (why: keyof typeof problemsOf, refusal: Refusal): Problem => {
  const code = problemsOf[why]
  if (why === 'busy') return new Problem(code, { retrySeconds: busySeconds })
  return new Problem(code, why === 'account' ? { detail: inWords(refusal) } : {})
}

const busySeconds = 5

type SettlingParts = Dependencies<
  'carrier.fetchNumber' | 'clock' | 'numberOrders.abandon' | 'numberOrders.complete' | 'tendNumberQueue.nudge'
>

export const settleOrder = async (services: SettlingParts, order: NumberOrder, log: Log): Promise<void> => {
  const { carrier, clock, numberOrders, tendNumberQueue } = services
  const ref = { user_id: order.user_id, number_id: order.id }
  const held = await carrier.fetchNumber(order.phone_number)
  if (held?.name === carrierNameOf(order)) {
    if (await numberOrders.complete(order, numberOf(order, held))) log.info('a number was found at the carrier', ref)
    return
  }
  if (clock.now() < order.asked_at + notBoughtMs) return tendNumberQueue.nudge(ref, recheckMs / 1000)
  if (await numberOrders.abandon(order)) log.info('a number was not bought', ref)
}
