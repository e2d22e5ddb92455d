import type { OwnedNumber } from '../../domain/account/number.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'

type PointingParts = Dependencies<'carrier.pointNumber' | 'numbers.notePointed' | 'subscriptions.remove'>

/**
 * Makes the carrier route an imported number to this deployment stage. False when the number has
 * left our carrier account.
 */
export const pointImported = async (services: PointingParts, number: OwnedNumber, log: Log): Promise<boolean> => {
  const { carrier, numbers, subscriptions } = services
  const said = { user_id: number.user_id, number_id: number.id }
  if (number.carrier_sid && (await carrier.pointNumber(number.carrier_sid))) {
    await numbers.notePointed(number)
    log.info('an imported number leads here', said)
    return true
  }
  await subscriptions.remove(number)
  log.warn('an imported number is no longer at the carrier', said)
  return false
}
