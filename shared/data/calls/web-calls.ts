import type { Call } from '../../domain/calls/call.ts'
import { openVisitsKey } from '../../table/keys.ts'
import { type Write, when } from '../../table/table.ts'

export const visitOpened = ({ user_id, assistant_id }: Call, atOnce: number): Write => ({
  update: openVisitsKey(user_id, assistant_id),
  add: { open: 1 },
  when: when('attribute_not_exists(#open) OR #open < :max', { max: atOnce }),
})

export const visitEnded = ({ user_id, assistant_id, is_visit }: Call): Write[] =>
  is_visit ? [{ update: openVisitsKey(user_id, assistant_id), add: { open: -1 } }] : []
