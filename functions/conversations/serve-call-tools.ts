import { offered, openKnowledge } from '../../shared/actions/knowledge/knowledge.ts'
import { collectKeys } from '../../shared/actions/turns/built-ins/collect-keys.ts'
import { isOptOut, type Toolbox, type ToolLine } from '../../shared/actions/turns/toolbox.ts'
import { openToolbox } from '../../shared/actions/turns/use-tools.ts'
import type { AgentToolAnswer } from '../../shared/domain/agents/tool-answer.ts'
import { isOver as isCallOver } from '../../shared/domain/calls/placement.ts'
import { endCall, lastWordsOf, shownTool } from '../../shared/domain/conversations/call-tools.ts'
import { interject } from '../../shared/domain/conversations/exchange.ts'
import { isOver, leaving, unchanged, versionIn } from '../../shared/domain/conversations/talk.ts'
import { isToolKeyOf, readToolKey } from '../../shared/domain/conversations/tool-key.ts'
import { serveCallTools } from '../../shared/operations/conversations.ts'
import type { ToolServer } from '../../shared/runtime/mcp/tool-server.ts'
import { mcp } from '../../shared/runtime/mcp.ts'
import { Problem } from '../../shared/words/problem.ts'
import { version } from '../../shared/words/version.ts'

/**
 * Milliseconds to wait for a tool; a slower tool is reported as running. API Gateway waits 29 s.
 */
const waitMsMax = 24_000
/** Seconds after which a call that is ending is hung up. */
const leaveSeconds = 30

/**
 * Serves a call's tools to the vendor of its model. A tool call is identified by the call, tool and
 * arguments, because message numbers restart per connection.
 */
export const handler = mcp(serveCallTools, async ({ authorization, log }, services) => {
  const { assistants, calls, conversations, random, steerSessionQueue, clock } = services
  const claim = readToolKey(authorization)
  const talk = claim && (await conversations.find(claim.ref))
  if (!claim || !talk || !isToolKeyOf(talk, claim.key)) throw new Problem('unauthenticated')
  const { ref } = claim
  const [assistant, call, [detail]] = await Promise.all([
    assistants.find(ref.user_id, talk.assistant_id, versionIn(talk)),
    calls.find(ref),
    calls.details([ref]),
  ])
  const hasEnded = isOver(talk) || (call !== undefined && isCallOver(call))
  const hasOptOut = assistant?.built_in_tools.some(({ type }) => type === 'do_not_call')
  if (!assistant || !call || (hasEnded && !hasOptOut)) throw new Problem('unauthenticated')
  const offers = offered(await openKnowledge(services, assistant, log))
  const toolbox = await openToolbox(services, {
    ref,
    assistant,
    detail,
    offers,
    place: talk.utterances,
    limitMs: waitMsMax,
    collectKeys: (set, call) => collectKeys(services, { set, call }),
    failedLegs: talk.remarks.map(({ leg }) => leg),
    log,
  })
  if (hasEnded) return optOutOnly(toolbox)

  const leave = async (say: string) => {
    const id = Math.floor(random.number() * Number.MAX_SAFE_INTEGER)
    await conversations.change(ref, (current) => {
      if (isOver(current)) return undefined
      const said = (say && interject(current, { id, text: say })) || unchanged(current)
      return { ...said, talk: { ...said.talk, phase: leaving(said.talk.phase, 'assistant') } }
    })
    const at = clock.now()
    await steerSessionQueue.nudge({ ...ref, at, is_last: true }, leaveSeconds)
    await steerSessionQueue.nudge({ ...ref, at })
  }

  const use = async (name: string, given: unknown): Promise<AgentToolAnswer> => {
    const requested = { id: name, name, input: JSON.stringify(given ?? {}) }
    const before = toolbox.effect
    const tool = toolbox.offers.find((offer) => offer.name === name)
    const early = tool && isOptOut(tool) ? toolbox.use(requested) : undefined
    await steerSessionQueue.nudge({ ...ref, at: clock.now(), answers: true })
    const done = await (early ?? toolbox.use(requested))
    const ends = toolbox.effect?.type === 'end'
    const { used } = toolbox
    await conversations.change(ref, (current) =>
      unchanged({ ...current, used, ...(ends && { phase: leaving(current.phase, 'assistant') }) }),
    )
    if (ends && !before) await steerSessionQueue.nudge({ ...ref, at: clock.now(), is_last: true }, leaveSeconds)
    return answerOf(done)
  }

  return {
    ...server,
    tools: [endCall(assistant), ...toolbox.offers].map(shownTool),
    call: async (name, given) => {
      const isEnd = name === endCall(assistant).name
      if (!isEnd && !toolbox.offers.some((tool) => tool.name === name)) return undefined
      try {
        if (!isEnd) return await use(name, given)
        await leave(lastWordsOf(given))
        return { text: goodbye, isError: false, about: {} }
      } catch (cause) {
        log.error('accident', { ...ref, cause })
        return { text: failed, isError: true, about: {} }
      }
    },
  }
})

const server = {
  info: { name: 'parlance-call', title: 'The tools of a call', version },
  instructions: '',
  count: async () => undefined,
}

const answerOf = ({ text, failed }: ToolLine): AgentToolAnswer => ({ text, isError: failed === true, about: {} })

/** Returns the only tool of an ended call: the model may still report an opt-out. */
const optOutOnly = (toolbox: Toolbox): ToolServer => {
  const name = 'do_not_call'
  return {
    ...server,
    tools: toolbox.offers.filter((tool) => tool.name === name).map(shownTool),
    call: async (asked) => {
      if (asked !== name) return undefined
      return answerOf(await toolbox.use({ id: name, name, input: '{}' }))
    },
  }
}

const goodbye = 'The call ends as soon as your last words were spoken. Say nothing more.'
const failed = 'Something failed on our side. Use it once more: what was carried out is not carried out again.'
