import type { Consent } from '../../shared/domain/consents/consent.ts'
import { consentView } from '../../shared/domain/consents/consent-view.ts'
import { revokeConsent } from '../../shared/operations/consents.ts'
import { http } from '../../shared/runtime/http.ts'
import { must } from '../../shared/words/must.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(revokeConsent, async (request, { consents, compactionStarter }) => {
  const { user_id } = request
  const consent = found(await consents.find(user_id, request.id), 'consent_not_found')
  const { because } = await request.body()
  if (consent.status === 'revoked') return { message, data: consentView(consent) }
  let withdrawn: Consent | undefined
  await Promise.all([
    request.create(async (id) => {
      withdrawn = await consents.withdraw(consent, id, because)
      return withdrawn !== undefined
    }),
    compactionStarter.start(user_id, ['consent'], request.newId),
  ])
  return { message, data: consentView(must(withdrawn, 'withdrawal')) }
})

const message = 'Consent revoked successfully'
