import { assignedVisitor } from '../../shared/actions/dialling/assigned-assistant.ts'
import { openWebCall } from '../../shared/actions/legs/open-web-call.ts'
import { admitBeginning } from '../../shared/actions/turns/admit-visitor.ts'
import { textsTooLong } from '../../shared/domain/conversations/filled-texts.ts'
import { callsPerAddress } from '../../shared/domain/conversations/visitor.ts'
import { beginWebCall } from '../../shared/operations/web-calls.ts'
import { visit } from '../../shared/runtime/visit.ts'
import { idAt } from '../../shared/words/id.ts'
import { found, refuseErrors } from '../../shared/words/problem.ts'

const idAttemptsMax = 5

/** Opens a call for a visitor. The visitor's limit counts every opened call, joined or not. */
export const handler = visit(beginWebCall, async (request, services) => {
  const { accounts, assistants, numbers, visits, webTokens, clock, random } = services
  const { assistant_id: uuid, variables: sent = {}, visitor_key, typed = false } = request.body()
  const live = found(await assistants.findByUuid(uuid.toLowerCase()), 'widget_not_found')
  const { user_id } = live
  const now = clock.now()
  const place = { type: 'widget', missing: 'widget_not_found', how: 'voice' } as const
  const counted = { ofAddress: callsPerAddress, count: visits.call, now }
  const { isOwner, limits, variables } = await admitBeginning(request, live, { ...place, ...counted, sent })
  const assigned = await assignedVisitor(services, live, visitor_key)
  refuseErrors(textsTooLong(assigned.assistant, variables, now))
  const [means, owned, signer] = await Promise.all([accounts.means(user_id), numbers.list(user_id), webTokens.open()])
  return openWebCall(services, {
    assigned,
    means,
    owned,
    signer,
    isTyped: typed,
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
