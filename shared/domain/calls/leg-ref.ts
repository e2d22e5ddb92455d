import { readId } from '../../words/id.ts'
import { type CallRef, writeCallRef } from './call-ref.ts'

/** `place`: position among the call's legs, from 1. */
export interface LegRef extends CallRef {
  place: number
}

export const writeLegRef = (ref: LegRef): string => `${writeCallRef(ref)}-${ref.place}`

export const readLegRef = (text: string | undefined): LegRef | undefined => {
  const [user_id, call_id, place, ...rest] = (text?.split('-') ?? []).map(readId)
  return user_id && call_id && place && rest.length === 0 ? { user_id, call_id, place } : undefined
}
