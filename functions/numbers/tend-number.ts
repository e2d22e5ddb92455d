import { settleOrder } from '../../shared/actions/numbers/buy-number.ts'
import { tendNumber } from '../../shared/operations/numbers.ts'
import { worker } from '../../shared/runtime/worker.ts'

/** Finishes what a request left behind when it died, or had no answer of the carrier. */
export const handler = worker(tendNumber, async (ref, services, log) => {
  const order = await services.numberOrders.find(ref)
  if (order) await settleOrder(services, order, log)
})
