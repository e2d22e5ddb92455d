import type { Report } from './call-life.ts'
import type { ListedCall } from './listed-call.ts'

/**
 * A call as the carrier's list of all of an account's calls tells it. Which of ours it is, no list
 * tells.
 */
export interface CarrierCall extends ListedCall {
  direction: 'inbound' | 'outbound'
  /** E.164; of an incoming call, what the carrier says of its caller. */
  from: string
  to: string
  /** Its state. */
  report: Report
}
