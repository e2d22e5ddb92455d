import { validWhole } from '../../shared/actions/assistants/publish.ts'
import { readSurroundings } from '../../shared/actions/assistants/surroundings.ts'
import { revise } from '../../shared/domain/assistants/assistant-changes.ts'
import {
  changesOf,
  type Draft,
  DraftChanges,
  drafted,
  draftView,
} from '../../shared/domain/assistants/assistant-draft.ts'
import { asAsked, assistantErrors } from '../../shared/domain/assistants/assistant-form.ts'
import { settingsOf } from '../../shared/domain/assistants/assistant-version.ts'
import { saveDraft } from '../../shared/operations/assistants.ts'
import { http, type Request } from '../../shared/runtime/http.ts'
import type { Dependencies } from '../../shared/services.ts'
import { lost, untilWritten } from '../../shared/table/compare-and-set.ts'
import { hashOf } from '../../shared/words/canonical.ts'
import { isKnown } from '../../shared/words/form.ts'
import { found, Problem } from '../../shared/words/problem.ts'
import { given } from '../../shared/words/setting.ts'

/** Saves the draft. A request that changes no setting keeps the revision. */
export const handler = http(saveDraft, async (request, services) => {
  const data = await untilWritten(services, 'draft', () => attempt(request, services))
  return { message: 'Draft saved successfully', data }
})

const attempt = async (
  { user_id, token_id, id, newId, body, bodyNames, bodyValues }: Request<typeof saveDraft>,
  services: Dependencies<(typeof saveDraft)['uses'][number]>,
) => {
  const { assistants, assistantDrafts, clock } = services
  const asked = bodyValues()
  const [known, before] = await Promise.all([assistants.find(user_id, id), assistantDrafts.find(user_id, id)])
  const live = found(known, 'assistant_not_found')
  const stored = drafted(live, before?.changes ?? {})
  const names = bodyNames()
  if (names.length && !names.some((name) => isKnown(DraftChanges, name))) throw new Problem('unknown_fields', { names })
  const whole = { ...asAsked(settingsOf(stored)), ...given(asked) }
  const around = await readSurroundings(services, user_id, whole, { id, isStored: true })
  const { note, revision, ...changes } = await body(() => assistantErrors(asked, { ...around, stored }))
  if (revision !== undefined && revision !== (before?.revision ?? 0)) throw new Problem('draft_changed')
  const next = validWhole(live, settingsOf(revise(stored, changes, clock.now())), around)
  const after: Draft = {
    user_id,
    assistant_id: id,
    revision: newId,
    changes: changesOf(live, next),
    note: note ?? before?.note ?? null,
    token_id,
    updated_at: clock.now(),
  }
  if (before && isSame(before, after)) return draftView(live, before)
  return (await assistantDrafts.replace(before, after)) ? draftView(live, after) : lost
}

const isSame = (one: Draft, other: Draft): boolean =>
  hashOf([one.changes, one.note]) === hashOf([other.changes, other.note])
