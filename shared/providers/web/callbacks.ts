import type { CarrierReports, ReportKind } from '../../domain/calls/carrier-report.ts'
import type { Instruction, LegInstruction } from '../../domain/calls/instruction.ts'

export interface Callbacks {
  /** Undefined if the carrier did not sign the request. */
  read<K extends ReportKind>(kind: K, post: Post): Promise<CarrierReports[K] | undefined>
  write(instruction: Instruction): CarrierAnswer
  writeToLeg(instruction: LegInstruction): CarrierAnswer
  isGenuineSocket(headers: Headers): Promise<boolean>
  /**
   * Returns a signed test request about a call that does not exist, for `npm run admin -- doctor`.
   */
  trialPost(path: string): Promise<{ url: string; headers: Record<string, string>; body: URLSearchParams | string }>
  trialSocket(): Promise<{ url: string; headers: Record<string, string> }>
}

export interface CarrierAnswer {
  type: string
  body: string
}

export type Headers = Readonly<Record<string, string | undefined>>

export interface Post {
  /** Path with stage and query, as received. */
  path: string
  headers: Headers
  body: string
}
