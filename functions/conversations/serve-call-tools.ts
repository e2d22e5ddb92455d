import { offered, openKnowledge } from '../../shared/actions/knowledge.ts'
import { openToolbox } from '../../shared/actions/use-tools.ts'
import type { ToolAnswer } from '../../shared/domain/agents/tool-answer.ts'
import { endCall, lastWordsOf, shownTool } from '../../shared/domain/conversations/call-tools.ts'
import { interject } from '../../shared/domain/conversations/talk.ts'
import { isToolKeyOf, readToolKey } from '../../shared/domain/conversations/tool-key.ts'
import { Problem } from '../../shared/domain/problem.ts'
import { serveCallTools } from '../../shared/operations/conversations.ts'
import { mcp } from '../../shared/runtime/mcp.ts'

/** API Gateway waits for 29 s; a wish that another function is carrying out is then told as still running. */
const waitMsMax = 24_000
/** An assistant that takes its leave is hung up for after so long, whatever becomes of its session. */
const leaveSeconds = 30

/**
 * The tools of one call, for the vendor of the realtime model that holds it. The same wish is carried out once in a call, whatever its message is numbered: the
 * vendor numbers its messages anew on each connection. A look at the session is under way before, so that the model speaks when it has its answer.
 */
export const handler = mcp(serveCallTools, async ({ authorization, log }, services) => {
  const { assistants, calls, conversations, random, steerSessionQueue, clock } = services
  const claim = readToolKey(authorization)
  const talk = claim && (await conversations.find(claim.ref))
  if (!claim || !talk || !isToolKeyOf(talk, claim.key)) throw new Problem('unauthenticated')
  const { ref } = claim
  const [assistant, call, [detail]] = await Promise.all([
    assistants.find(ref.user_id, talk.assistant_id),
    calls.find(ref),
    calls.details([ref]),
  ])
  if (!assistant || !call || call.outcome || call.closed_at) throw new Problem('unauthenticated')
  const offers = offered(await openKnowledge(services, assistant, log))
  const toolbox = await openToolbox(services, {
    ref,
    assistant,
    detail,
    offers,
    place: talk.utterances,
    limitMs: waitMsMax,
    failedLegs: talk.remarks?.map(({ leg }) => leg),
    log,
  })

  const leave = async (say: string) => {
    const id = Math.floor(random.number() * Number.MAX_SAFE_INTEGER)
    await conversations.change(ref, (current) => {
      const said = say ? interject(current, { id, text: say }) : undefined
      return current.over
        ? undefined
        : { settled: [], ...said, talk: { ...(said?.talk ?? current), ending: 'assistant' } }
    })
    const at = clock.now()
    await steerSessionQueue.nudge({ ...ref, at, is_last: true }, leaveSeconds)
    await steerSessionQueue.nudge({ ...ref, at })
  }

  const use = async (name: string, given: unknown): Promise<ToolAnswer> => {
    const wish = { id: name, name, input: JSON.stringify(given ?? {}) }
    const before = toolbox.effect()
    await steerSessionQueue.nudge({ ...ref, at: clock.now(), answers: true })
    await toolbox.use([wish])
    const [done] = toolbox.now
    if (done?.sender !== 'tool') throw new Error('A wish came to nothing')
    const ends = toolbox.effect()?.type === 'end'
    const used = toolbox.used()
    await conversations.change(ref, (current) => ({
      talk: { ...current, used, ...(ends && { ending: 'assistant' as const }) },
      settled: [],
    }))
    if (ends && !before) await steerSessionQueue.nudge({ ...ref, at: clock.now(), is_last: true }, leaveSeconds)
    return { text: done.text, isError: done.failed === true, about: {} }
  }

  return {
    info: { name: 'parlance-call', title: 'The tools of a call', version: '1.0.0' },
    instructions: '',
    tools: [endCall(assistant), ...toolbox.tools].map(shownTool),
    count: async () => undefined,
    call: async (name, given) => {
      const isEnd = name === endCall(assistant).name
      if (!isEnd && !toolbox.tools.some((tool) => tool.name === name)) return undefined
      try {
        if (!isEnd) return await use(name, given)
        await leave(lastWordsOf(given))
        return { text: leaving, isError: false, about: {} }
      } catch (cause) {
        log.error('accident', { ...ref, cause })
        return { text: failed, isError: true, about: {} }
      }
    },
  }
})

const leaving = 'The call ends as soon as your last words were spoken. Say nothing more.'
const failed = 'Something failed on our side. Use it once more: what was carried out is not carried out again.'
