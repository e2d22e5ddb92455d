import { carryOut } from '../../shared/actions/built-ins/carry-out.ts'
import type { Carried } from '../../shared/domain/tools/effect.ts'
import { argumentsOf, carriedOut, isRunning } from '../../shared/domain/tools/tool-call.ts'
import { carryOutWish } from '../../shared/operations/tools.ts'
import { worker } from '../../shared/runtime/worker.ts'

/**
 * Does what a model wished for with a built-in tool, while its talk waits. A message that comes again finds the wish claimed, and does it once
 * more only where that does no harm; one that comes when nothing waits any more, or the call is over, does nothing.
 */
export const handler = worker(carryOutWish, async ({ hash, ...ref }, services, log) => {
  const { calls, toolCalls, clock } = services
  const [wish, call] = await Promise.all([toolCalls.find(ref, hash), calls.find(ref)])
  if (!wish?.built_in || !isRunning(wish, clock.now())) return
  if (!call || call.outcome || call.closed_at) return
  const isFirst = await toolCalls.claim(ref, wish)
  if (!isFirst && !wish.is_repeatable) return
  const begunAt = clock.now()
  const { type } = wish.built_in
  const carrying = carryOut(services, { set: wish.built_in, args: argumentsOf(wish), call, hash, log })
  const carried = await carrying.catch((cause): Carried => {
    log.warn('a built-in tool failed', { ...ref, tool: type, cause })
    return { outcome: 'unknown', text: 'something went wrong' }
  })
  await toolCalls.end(ref, carriedOut(wish, carried, clock.now() - begunAt))
  log.info('built-in tool used', { ...ref, tool: type, outcome: carried.outcome, ms: clock.now() - begunAt })
})
