import { openWebCall } from '../../shared/actions/legs/open-web-call.ts'
import { admitVisitor } from '../../shared/actions/turns/admit-visitor.ts'
import { widgetDefaults } from '../../shared/domain/assistants/widget-settings.ts'
import { onOneLine, visitorVariableErrors } from '../../shared/domain/conversations/chat-form.ts'
import { textsTooLong } from '../../shared/domain/conversations/filled-texts.ts'
import { callsPerAddress } from '../../shared/domain/conversations/visitor.ts'
import { beginWebCall } from '../../shared/operations/web-calls.ts'
import { visit } from '../../shared/runtime/visit.ts'
import { idAt } from '../../shared/words/id.ts'
import { found, Problem, refuseErrors } from '../../shared/words/problem.ts'

const idAttemptsMax = 5

/** Each call that a visitor opens counts, joined or not. */
export const handler = visit(beginWebCall, async (request, services) => {
  const { accounts, assistants, numbers, visits, webTokens, clock, random } = services
  const { assistant_id: uuid, variables: sent = {} } = request.body()
  const assistant = found(await assistants.findByUuid(uuid.toLowerCase()), 'widget_not_found')
  const place = { type: 'widget', missing: 'widget_not_found', how: 'voice' } as const
  const isOwner = admitVisitor(request, assistant, place)
  const { user_id } = assistant
  const now = clock.now()
  const limits = { ...widgetDefaults, ...assistant.widget_settings }
  if (!isOwner) {
    refuseErrors(visitorVariableErrors(sent, limits.pre_chat_fields))
    const visitor = { user_id, assistant_id: assistant.id, address: request.address }
    const taken = await visits.call(visitor, { ofAddress: callsPerAddress, ofAssistant: limits.calls_per_hour }, now)
    if (!taken.isAllowed) throw new Problem('too_many_visits', { retrySeconds: taken.resetSeconds })
  }
  const variables = isOwner ? sent : onOneLine(sent)
  refuseErrors(textsTooLong(assistant, variables, now))
  const [means, owned, sign] = await Promise.all([accounts.means(user_id), numbers.list(user_id), webTokens.open()])
  return openWebCall(services, {
    assistant,
    means,
    owned,
    sign,
    variables,
    ...(!isOwner && { visit: { maxSeconds: limits.max_duration, atOnce: limits.calls_at_once } }),
    create: async (open) => {
      for (let attempt = 0; attempt < idAttemptsMax; attempt++) {
        const id = idAt(clock.now(), random.number())
        if (await open(id)) return id
      }
      throw new Error('No id was free')
    },
  })
})
