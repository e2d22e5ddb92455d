import { carryOut } from '../../shared/actions/turns/built-ins/carry-out.ts'
import { isOver } from '../../shared/domain/calls/placement.ts'
import type { Carried } from '../../shared/domain/tools/effect.ts'
import { argumentsOf, carriedOut, isRunning } from '../../shared/domain/tools/tool-call.ts'
import { carryOutWish } from '../../shared/operations/tools.ts'
import { worker } from '../../shared/runtime/worker.ts'

/**
 * Runs a built-in tool while the conversation waits. A repeated message runs the tool again only if
 * this is harmless. A late message does nothing, except for an opt-out.
 */
export const handler = worker(carryOutWish, async ({ hash, ...ref }, services, log) => {
  const { calls, toolCalls, clock } = services
  const [wish, call] = await Promise.all([toolCalls.find(ref, hash), calls.find(ref)])
  if (!wish?.built_in || !call) return
  const { type } = wish.built_in
  const isOptOut = type === 'do_not_call'
  const isWanted = isRunning(wish, clock.now()) && !isOver(call)
  if (isOptOut ? wish.state === 'done' : !isWanted) return
  const isFirst = await toolCalls.claim(ref, wish)
  if (!isFirst && !wish.is_repeatable) return
  const begunAt = clock.now()
  const carrying = carryOut(services, { set: wish.built_in, args: argumentsOf(wish), call, hash, log })
  const carried = await carrying.catch((cause): Carried => {
    // The error makes the queue deliver the opt-out again.
    if (isOptOut) throw cause
    log.warn('a built-in tool failed', { ...ref, tool: type, cause })
    return { outcome: 'unknown', text: 'something went wrong' }
  })
  await toolCalls.end(ref, carriedOut(wish, carried, clock.now() - begunAt))
  log.info('built-in tool used', { ...ref, tool: type, outcome: carried.outcome, ms: clock.now() - begunAt })
})
