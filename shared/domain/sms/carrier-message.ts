import type { ListedSms } from './sms-life.ts'

export interface CarrierMessage extends ListedSms {
  direction: 'inbound' | 'outbound'
  from: string
  to: string
}
