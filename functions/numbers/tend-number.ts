import { settleOrder } from '../../shared/actions/account/buy-number.ts'
import { tendOwned } from '../../shared/actions/account/release-number.ts'
import { settleCallerId } from '../../shared/actions/account/settle-caller-id.ts'
import { tendNumber } from '../../shared/operations/numbers.ts'
import { worker } from '../../shared/runtime/worker.ts'

/** Finishes orders, imports and verifications of crashed requests. Renews or returns numbers. */
export const handler = worker(tendNumber, async (ref, services, log) => {
  const [order, number, callerId] = await Promise.all([
    services.numberOrders.find(ref),
    services.numbers.find(ref.user_id, ref.number_id),
    services.callerIds.find(ref),
  ])
  if (callerId) await settleCallerId(services, callerId, log)
  if (order) return settleOrder(services, order, log)
  if (number) await tendOwned(services, number, log)
})
