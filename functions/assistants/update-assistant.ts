import { readSurroundings } from '../../shared/actions/assistants/surroundings.ts'
import type { Assistant } from '../../shared/domain/assistants/assistant.ts'
import { revise } from '../../shared/domain/assistants/assistant-changes.ts'
import { AssistantChanges, assistantErrors } from '../../shared/domain/assistants/assistant-form.ts'
import { updateAssistant } from '../../shared/operations/assistants.ts'
import { http, type Request } from '../../shared/runtime/http.ts'
import type { Dependencies } from '../../shared/services.ts'
import { lost, untilWritten } from '../../shared/table/compare-and-set.ts'
import { isKnown } from '../../shared/words/form.ts'
import { found, Problem } from '../../shared/words/problem.ts'

export const handler = http(updateAssistant, async (request, services) => {
  const data = await untilWritten(services, 'assistant', () => attempt(request, services))
  return { message: 'Assistant updated successfully', data }
})

const attempt = async (
  { user_id, token_id, id, body, bodyNames, bodyValues }: Request<typeof updateAssistant>,
  services: Dependencies<(typeof updateAssistant)['uses'][number]>,
): Promise<Assistant | typeof lost> => {
  const { assistants, clock } = services
  const asked = bodyValues()
  const [known, around] = await Promise.all([
    assistants.find(user_id, id),
    readSurroundings(services, user_id, asked, { id, isStored: true }),
  ])
  const stored = found(known, 'assistant_not_found')
  const names = bodyNames()
  if (names.length && !names.some((name) => isKnown(AssistantChanges, name)))
    throw new Problem('unknown_fields', { names })
  const { note, if_version, ...changes } = await body(() => assistantErrors(asked, { ...around, stored }))
  if (if_version !== undefined && if_version !== stored.version) throw new Problem('assistant_changed')
  const revised = revise(stored, changes, clock.now())
  return (await assistants.replace(stored, revised, { note, token_id })) === undefined ? lost : revised
}
