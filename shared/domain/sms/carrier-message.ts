import type { ListedSms } from './sms-life.ts'

/** A message as the carrier's list of all of an account's messages tells it. */
export interface CarrierMessage extends ListedSms {
  direction: 'inbound' | 'outbound'
  from: string
  to: string
}
