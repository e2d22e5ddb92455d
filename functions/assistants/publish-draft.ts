import { publishable } from '../../shared/actions/assistants/publish.ts'
import { changesOf, drafted } from '../../shared/domain/assistants/assistant-draft.ts'
import { settingsOf } from '../../shared/domain/assistants/assistant-version.ts'
import { canaryMisfit } from '../../shared/domain/assistants/rollout-form.ts'
import { publishDraft } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { lost, untilWritten } from '../../shared/table/compare-and-set.ts'
import { finding } from '../../shared/words/form.ts'
import { found, Problem, refuseErrors } from '../../shared/words/problem.ts'

/**
 * Creates the version and deletes the draft in one transaction, unless assistant or draft has
 * changed meanwhile.
 */
export const handler = http(publishDraft, async (request, services) => {
  const { user_id, token_id, id, newId } = request
  const { assistants, assistantDrafts, rollouts } = services
  const data = await untilWritten(services, 'draft', async () => {
    const [known, kept] = await Promise.all([assistants.find(user_id, id), assistantDrafts.find(user_id, id)])
    const live = found(known, 'assistant_not_found')
    const { note, revision, canary: terms } = await request.body()
    // An earlier run of this request published the draft, then crashed.
    if (live.rollout?.id === newId) return { number: live.rollout.version, is_live: false, rollout_id: newId }
    if (live.version_facts?.made_by === newId) return { number: live.version, is_live: true, rollout_id: null }
    const draft = found(kept, 'draft_not_found')
    if (revision !== undefined && revision !== draft.revision) throw new Problem('draft_changed')
    if (live.rollout) throw new Problem('rollout_running')
    const next = await publishable(services, live, settingsOf(drafted(live, draft.changes)))
    const author = { note: note ?? draft.note, token_id, made_by: newId }
    if (!terms) {
      const number = await assistants.publish(live, next, author, draft)
      return number === undefined ? lost : { number, is_live: true, rollout_id: null }
    }
    refuseErrors(canaryMisfit(live, next))
    if (Object.keys(changesOf(live, next)).length === 0)
      refuseErrors(finding('canary', 'The :attribute would not differ from the live version.'))
    const canary = { ...terms, guards: terms.guards ?? [] }
    const number = await rollouts.begin({ id: newId, live, canary: next, draft, author, terms: canary })
    return number === undefined ? lost : { number, is_live: false, rollout_id: newId }
  })
  return { message: 'Draft published successfully', data }
})
