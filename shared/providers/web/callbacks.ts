import type { CarrierReports, ReportKind } from '../../domain/calls/carrier-report.ts'
import type { Instruction, LegInstruction } from '../../domain/calls/instruction.ts'

export interface Callbacks {
  /** Undefined unless the carrier signed the post. */
  read<K extends ReportKind>(kind: K, post: Post): Promise<CarrierReports[K] | undefined>
  write(instruction: Instruction): CarrierAnswer
  writeToLeg(instruction: LegInstruction): CarrierAnswer
  isGenuineSocket(headers: Headers): Promise<boolean>
  /** A signed post about a call that does not exist. */
  trialPost(path: string): Promise<{ url: string; headers: Record<string, string>; body: URLSearchParams | string }>
  trialSocket(): Promise<{ url: string; headers: Record<string, string> }>
}

export interface CarrierAnswer {
  type: string
  body: string
}

export type Headers = Readonly<Record<string, string | undefined>>

export interface Post {
  /** Includes stage and query, as received. */
  path: string
  headers: Headers
  body: string
}
