import { recordConsent } from '../../shared/actions/dialling/record-consent.ts'
import type { Consent } from '../../shared/domain/consents/consent.ts'
import { termsOf, timesFinding } from '../../shared/domain/consents/consent-form.ts'
import { consentView } from '../../shared/domain/consents/consent-view.ts'
import { createConsent } from '../../shared/operations/consents.ts'
import { http } from '../../shared/runtime/http.ts'
import { timeOfId } from '../../shared/words/id.ts'
import { foundPhone, readPhone } from '../../shared/words/phone.ts'

export const handler = http(createConsent, async (request, services) => {
  const now = services.clock.now()
  const { phone_number, ...draft } = await request.body((values) => timesFinding(values, now))
  const { number } = foundPhone(readPhone(phone_number), 'phone_number', phone_number)
  const { user_id } = request
  const recordAs = (id: number): Consent => ({
    ...{ id, user_id, phone_number: number, status: 'granted', recorded_by: 'api' },
    ...termsOf(draft, timeOfId(id)),
  })
  const id = await request.create((id) => recordConsent(services, recordAs(id)))
  return { message: 'Consent recorded successfully', data: consentView(recordAs(id)) }
})
