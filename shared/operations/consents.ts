import * as z from 'zod'
import { consentFilters } from '../domain/consents/consent-filters.ts'
import { ConsentDraft, Revocation } from '../domain/consents/consent-form.ts'
import { ConsentItem } from '../domain/consents/consent-view.ts'
import { form } from '../words/form.ts'
import { pageFields, pageOf } from '../words/page.ts'
import { http } from './define.ts'

const area = 'consents'

export const createConsent = http({
  id: 'create-consent',
  area,
  method: 'POST',
  path: '/user/consents',
  summary: 'Record a consent to calls or texts',
  description:
    'A consent belongs to the number and never changes: record a new one, or revoke it. The consent that was given last decides. Send the exact `text`; its SHA-256 is stored with it.',
  body: ConsentDraft,
  status: 201,
  returns: z.object({ message: z.string(), data: ConsentItem }),
  problems: ['invalid_phone_number'],
  uses: [
    'blacklist.allowCalls',
    'blacklist.isOptedOut',
    'clock',
    'compactionStarter.start',
    'consents.record',
    'dispatchCampaignQueue.nudge',
    'leads.keysWith',
    'leads.unblock',
  ],
})

export const listConsents = http({
  id: 'list-consents',
  area,
  method: 'GET',
  path: '/user/consents',
  summary: 'List consents and their withdrawals, newest first',
  description: 'With `phone_number`, those of one number. Records stay, withdrawn or not.',
  query: form({ ...consentFilters.fields, ...pageFields }),
  returns: pageOf(ConsentItem),
  problems: ['list_not_ready'],
  uses: ['consents.page'],
})

export const revokeConsent = http({
  id: 'revoke-consent',
  area,
  method: 'POST',
  path: '/user/consents/{id}/revoke',
  summary: 'Revoke a consent to calls or texts',
  description:
    'No earlier consent of the number counts any more, for any purpose. The consent stays in the list; its withdrawal is a record of its own.',
  body: Revocation,
  missing: 'consent_not_found',
  returns: z.object({ message: z.string(), data: ConsentItem }),
  uses: ['compactionStarter.start', 'consents.find', 'consents.withdraw'],
})
