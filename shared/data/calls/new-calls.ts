import { openJobsMax } from '../../domain/account/job-limits.ts'
import { type Call, type CallDetail, isWaitingSingle, type OpenCall } from '../../domain/calls/call.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import type { StoreParts } from '../../table/compare-and-set.ts'
import { jobOpened, type Opened } from '../../table/open-jobs.ts'
import { isNew, type Write } from '../../table/table.ts'
import { idAt } from '../../words/id.ts'
import { must } from '../../words/must.ts'
import { openingWrites, waitingJob } from './call-items.ts'
import type { Owner, OwnerPut } from './carrier-calls.ts'
import { visitOpened } from './web-calls.ts'

export interface NewCalls {
  /**
   * `busy`: the user has reached the limit of waiting calls, or visitors of web pages already have
   * `atOnce` calls.
   */
  open(call: Call, detail: CallDetail, atOnce?: number): Promise<Opened>
  /** Records a call that the carrier created. For a repeated report, returns the existing call. */
  receive(call: Omit<OpenCall, 'id'>, detail: CallDetail, made_at?: number): Promise<CallRef>
}

export const newCalls = ({ table, clock, random, ownerPut }: StoreParts & { ownerPut: OwnerPut }): NewCalls => ({
  open: async (call, detail, atOnce) => {
    const counts: Write[] = [
      ...(isWaitingSingle(call) ? [jobOpened(call.user_id, waitingJob, openJobsMax[waitingJob])] : []),
      ...(atOnce === undefined ? [] : [visitOpened(call, atOnce)]),
    ]
    const written = await table.write([...openingWrites(call, detail), ...counts])
    if (written.done) return 'opened'
    return written.failed[0] || written.failed[1] ? 'exists' : 'busy'
  },

  receive: async (call, detail, made_at) => {
    const { user_id } = call
    const carrier_sid = must(call.carrier_sid, 'carrier’s name for the call')
    for (;;) {
      const id = idAt(made_at ?? clock.now(), random.number())
      const written = await table.write<Owner>([
        { ...ownerPut(carrier_sid, { user_id, call_id: id }), when: isNew },
        ...openingWrites({ ...call, id }, detail),
      ])
      if (written.done) return { user_id, call_id: id }
      const [known] = written.before
      if (known) return { user_id: known.user_id, call_id: known.call_id }
    }
  },
})
