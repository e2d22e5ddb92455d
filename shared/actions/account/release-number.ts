import type { OwnedNumber } from '../../domain/account/number.ts'
import { isForfeit, paidUntil } from '../../domain/account/subscription.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'
import { pointImported } from './import-number.ts'

type Forgetting = Dependencies<'assistants.change' | 'assistants.list'>

export const takeOffAssistants = async ({ assistants }: Forgetting, { user_id, id }: OwnedNumber): Promise<void> => {
  const all = await assistants.list(user_id, { only: ['id', 'phone_number_id'] })
  const having = all.filter(({ phone_number_id }) => phone_number_id === id)
  await Promise.all(
    having.map((one) =>
      assistants.change(user_id, one.id, (assistant) =>
        assistant.phone_number_id === id ? { ...assistant, phone_number_id: null } : assistant,
      ),
    ),
  )
}

const leaveAttemptsMax = 3

/**
 * Schedules the number's removal. Returns `leaving` if already scheduled, undefined if the number
 * is gone.
 */
export const leaveUnlessLeaving = async (
  { numbers, subscriptions }: Dependencies<'numbers.find' | 'subscriptions.leave'>,
  seen: OwnedNumber,
  leavesAt: (number: OwnedNumber) => number,
): Promise<OwnedNumber | 'leaving' | undefined> => {
  let number: OwnedNumber | undefined = seen
  for (let attempt = 0; number && attempt < leaveAttemptsMax; attempt++) {
    if (number.leaves_at !== undefined) return 'leaving'
    if (await subscriptions.leave(number, leavesAt(number))) return number
    number = await numbers.find(seen.user_id, seen.id)
  }
  if (number) throw new Error('The number was changed too often')
  return undefined
}

type Tending = Forgetting &
  Dependencies<
    | 'carrier.forgetCallerId'
    | 'carrier.pointNumber'
    | 'carrier.releaseNumber'
    | 'clock'
    | 'numbers.notePointed'
    | 'subscriptions.leave'
    | 'subscriptions.remove'
    | 'subscriptions.renew'
    | 'subscriptions.suspend'
  >

export const tendOwned = async (services: Tending, number: OwnedNumber, log: Log): Promise<void> => {
  const { clock, subscriptions } = services
  const { subscription, leaves_at } = number
  const now = clock.now()
  const said = { user_id: number.user_id, number_id: number.id }
  if (leaves_at !== undefined) {
    if (leaves_at <= now) await giveBack(services, number, log)
    return
  }
  if (number.point_at !== undefined) {
    if (number.point_at <= now) await pointImported(services, number, log)
    return
  }
  if (!subscription || now < paidUntil(subscription)) return
  const outcome = await subscriptions.renew(number)
  if (outcome === 'renewed') return log.info('a number was renewed', said)
  if (outcome === 'conflict') return
  if (!isForfeit(subscription, now)) {
    if (await subscriptions.suspend(number, now)) log.warn('a number is suspended: the balance is too low', said)
    return
  }
  if (await subscriptions.leave(number, now)) await giveBack(services, number, log)
}

const giveBack = async (services: Tending, number: OwnedNumber, log: Log): Promise<void> => {
  await takeOffAssistants(services, number)
  await returnToCarrier(services, number)
  log.info('a number was returned to the carrier', { user_id: number.user_id, number_id: number.id })
}

/**
 * Releases the number before its record is removed, so that every number at the carrier has a
 * record.
 */
export const returnToCarrier = async (
  { carrier, subscriptions }: Dependencies<'carrier.forgetCallerId' | 'carrier.releaseNumber' | 'subscriptions.remove'>,
  number: OwnedNumber,
): Promise<void> => {
  if (isBought(number)) await carrier.releaseNumber(number.carrier_sid)
  if (isVerified(number)) await carrier.forgetCallerId(number.carrier_sid)
  await subscriptions.remove(number)
}

export const isBought = (number: OwnedNumber): number is OwnedNumber & { carrier_sid: string } =>
  number.subscription !== undefined && number.carrier_sid !== undefined

const isVerified = (number: OwnedNumber): number is OwnedNumber & { carrier_sid: string } =>
  number.type_label === 'Caller ID' && number.carrier_sid !== undefined
