import { runBuiltIn } from '../../shared/actions/turns/built-ins/run-built-in.ts'
import { isOver } from '../../shared/domain/calls/placement.ts'
import type { ToolOutcome } from '../../shared/domain/tools/effect.ts'
import { argumentsOf, isRunning, withOutcome } from '../../shared/domain/tools/tool-call.ts'
import { runBuiltInTool } from '../../shared/operations/tools.ts'
import { worker } from '../../shared/runtime/worker.ts'

/**
 * Runs a built-in tool while the conversation waits. Repeats a tool only if this is harmless.
 * Ignores a late message, except for an opt-out.
 */
export const handler = worker(runBuiltInTool, async ({ hash, ...ref }, services, log) => {
  const { calls, toolCalls, clock } = services
  const [toolCall, call] = await Promise.all([toolCalls.find(ref, hash), calls.find(ref)])
  if (!toolCall?.built_in || !call) return
  const { type } = toolCall.built_in
  const isOptOut = type === 'do_not_call'
  const isWanted = isRunning(toolCall, clock.now()) && !isOver(call)
  if (isOptOut ? toolCall.state === 'done' : !isWanted) return
  const isFirst = await toolCalls.claim(ref, toolCall)
  if (!isFirst && !toolCall.is_repeatable) return
  const begunAt = clock.now()
  const carrying = runBuiltIn(services, { set: toolCall.built_in, args: argumentsOf(toolCall), call, hash, log })
  const carried = await carrying.catch((cause): ToolOutcome => {
    // The error makes the queue deliver the opt-out again.
    if (isOptOut) throw cause
    log.warn('a built-in tool failed', { ...ref, tool: type, cause })
    return { outcome: 'unknown', text: 'something went wrong' }
  })
  await toolCalls.end(ref, withOutcome(toolCall, carried, clock.now() - begunAt))
  log.info('built-in tool used', { ...ref, tool: type, outcome: carried.outcome, ms: clock.now() - begunAt })
})
