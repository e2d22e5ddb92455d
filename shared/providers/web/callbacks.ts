import type { CarrierReports, ReportKind } from '../../domain/calls/carrier-report.ts'
import type { Instruction, LegInstruction } from '../../domain/calls/instruction.ts'

/**
 * Reads the carrier's posts and writes its answers, both in our words; and checks that it is really
 * the carrier.
 */
export interface Callbacks {
  /**
   * The post's report; undefined unless the carrier signed it. Missing or unknown fields break
   * nothing.
   */
  read<K extends ReportKind>(kind: K, post: Post): Promise<CarrierReports[K] | undefined>
  /** The answer that makes the carrier do so. */
  write(instruction: Instruction): CarrierAnswer
  /** The same about a leg, which no socket ever hears. */
  writeToLeg(instruction: LegInstruction): CarrierAnswer
  /** Is this request for a socket the carrier's? */
  isGenuineSocket(headers: Headers): Promise<boolean>
  /**
   * A post as the carrier would send it to a path below `/api`, about a call that does not exist,
   * to see whether it arrives.
   */
  trialPost(path: string): Promise<{ url: string; headers: Record<string, string>; body: URLSearchParams | string }>
  /** The carrier's request for a socket. */
  trialSocket(): Promise<{ url: string; headers: Record<string, string> }>
}

export interface CarrierAnswer {
  type: string
  body: string
}

/** By their names in lower case. */
export type Headers = Readonly<Record<string, string | undefined>>

export interface Post {
  /** With stage and query, as received. */
  path: string
  headers: Headers
  body: string
}
