import { withdrawal } from '../../shared/domain/consents/consent-form.ts'
import { consentView } from '../../shared/domain/consents/consent-view.ts'
import { found } from '../../shared/domain/problem.ts'
import { revokeConsent } from '../../shared/operations/consents.ts'
import { http } from '../../shared/runtime/http.ts'

/** A consent is withdrawn once: asked again, the answer is the withdrawal that there is. */
export const handler = http(revokeConsent, async (request, { consents, sealing }) => {
  const { user_id } = request
  const consent = found(await consents.find(user_id, request.id), 'consent_not_found')
  const { because } = await request.body()
  if (consent.status === 'revoked') return { message, data: consentView(consent) }
  const before = await consents.withdrawalOf(consent)
  if (before) return { message, data: consentView(before) }
  const id = await request.create((id) => consents.record(withdrawal(consent, id, because)))
  await sealing.sendFor(user_id, ['consent'], id)
  return { message, data: consentView(withdrawal(consent, id, because)) }
})

const message = 'Consent revoked successfully'
