import { mayDo } from '../../shared/domain/account/scope.ts'
import { type AgentTool, shown, toolsIn } from '../../shared/domain/agents/agent-tool.ts'
import { answerOf, noAnswer, refusalOf } from '../../shared/domain/agents/tool-answer.ts'
import { keyArgument, requestOf } from '../../shared/domain/agents/tool-request.ts'
import { serveAgents } from '../../shared/operations/agents.ts'
import { authenticate } from '../../shared/runtime/authenticate.ts'
import { mcp } from '../../shared/runtime/mcp.ts'
import { allow } from '../../shared/runtime/rate-limit.ts'
import { sentences } from '../../shared/words/fields.ts'
import { finding } from '../../shared/words/form.ts'
import { Problem, refuseErrors } from '../../shared/words/problem.ts'
import { version } from '../../shared/words/version.ts'

export const handler = mcp(serveAgents, async ({ authorization = '', query, log }, services) => {
  const { publicApi, tokens, rateLimit, clock } = services
  const claim = authenticate.claim(authorization)
  if (!claim) throw new Problem('unauthenticated')
  const now = clock.now()
  const identity = await authenticate(claim, 'read', tokens, now)
  const known = publicApi.tools()
  const areas = (query.get('areas') ?? '').split(',').filter(Boolean)
  if (areas.some((name) => !known.some(({ area }) => area === name))) refuseErrors(finding('areas', sentences.selected))
  const offered = toolsIn(known, areas)
  const others = new Set(known.filter((tool) => !offered.includes(tool)).map(({ area }) => area))

  const count = async () => {
    let settled: Promise<void> | undefined
    await allow({ identity: Promise.resolve(identity), claim, now, rateLimit }, (allowance) => {
      settled = allowance.settled
      if (!allowance.isAllowed) log.warn('too many requests')
    })
    await settled
  }
  return {
    info: { name: 'parlance', title: 'Parlance', version },
    instructions: instructionsFor(known, [...others]),
    tools: offered.filter(({ scope }) => mayDo(identity.scope, scope)).map(shown),
    count,
    call: async (name, given) => {
      const tool = offered.find((each) => each.name === name)
      if (!tool) return undefined
      try {
        const answer = await publicApi.ask(requestOf(tool, given), authorization)
        const used = { user_id: identity.user_id, tool: name }
        if (!answer) {
          log.warn('a tool got no answer', used)
          return noAnswer
        }
        log.info('agent used a tool', { ...used, status: answer.status, answered_as: answer.request_id })
        return answerOf(answer)
      } catch (cause) {
        if (!(cause instanceof Problem)) throw cause
        await count()
        return refusalOf(cause)
      }
    },
  }
})

const instructionsFor = (known: readonly AgentTool[], others: readonly string[]): string => {
  const reaching = known.filter(({ annotations }) => annotations.openWorldHint).map(({ name }) => name)
  return [
    'Phone assistants, calls, campaigns and text messages of one user.',
    `People are reached by ${reaching.join(', ')}, and some of it costs money: ask before you use them.`,
    `Send ${keyArgument} with whatever makes or starts something, so that asking again does nothing twice.`,
    'Lists come page by page (page, per_page). Times are in UTC.',
    ...(others.length ? [`More tools with ?areas=${others} in the address.`] : []),
  ].join('\n')
}
