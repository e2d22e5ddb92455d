import type { Report } from './call-life.ts'
import type { ListedCall } from './listed-call.ts'

/** A call in the carrier's list. The list does not contain our call's id. */
export interface CarrierCall extends ListedCall {
  direction: 'inbound' | 'outbound'
  from: string
  to: string
  report: Report
}
