import { redriveDue } from '../../shared/operations/calls.ts'
import { schedule } from '../../shared/runtime/schedule.ts'

/** More than this of one shard waits for the next minute. */
const perShardMax = 500

/** Sends everything past its deadline to its worker again: what a lost message or a dead process left behind goes on. */
export const handler = schedule(redriveDue, async ({ deadlines, advanceCallQueue, clock }, log) => {
  const due = await deadlines.past(clock.now(), perShardMax)
  const calls = due.filter(({ noun }) => noun === 'call')
  if (calls.length === 0) return
  await advanceCallQueue.send(calls.map(({ user_id, id }) => ({ user_id, call_id: id })))
  log.info('drove what was past its deadline', { calls: calls.length })
})
