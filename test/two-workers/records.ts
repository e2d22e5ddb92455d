import { expect } from 'vitest'
import { type UserDataNoun, userData } from '../../shared/data/people/user-data.ts'
import { type Account, liveCallIds } from '../../shared/domain/account/account.ts'
import type { Entry } from '../../shared/domain/account/transaction.ts'
import type { Call } from '../../shared/domain/calls/call.ts'
import type { Campaign } from '../../shared/domain/campaigns/campaign.ts'
import { campaignSettings } from '../../shared/domain/campaigns/campaign-settings.ts'
import type { Consent } from '../../shared/domain/consents/consent.ts'
import { balanceKey, callKey, ledgerKey, type StoredKey, smsKey } from '../../shared/table/keys.ts'
import type { Item } from '../../shared/table/table.ts'
import { must } from '../../shared/words/must.ts'
import { type PartialCall, ringingCall } from '../fixtures.ts'
import { world } from './meet.ts'

export const minutePrice = 60_000
export const payer = async (amount: number): Promise<number> => {
  const { id: user_id } = await world.user()
  await world.services.ledger.move({ user_id, type: 'top_up', amount, description: 'Paid' })
  return user_id
}
export const accountOf = async (user_id: number) =>
  must(await world.parts.table.get<Account>(balanceKey(user_id)), 'account')
export const entriesOf = async (user_id: number, wanted: Entry['type']) => {
  const entries = await world.parts.table.query<Entry>({ pk: ledgerKey(user_id, 0).pk })
  return entries.filter(({ type }) => type === wanted).map(({ amount }) => amount)
}
export const expectNothingHeld = async (user_id: number) => {
  const account = await accountOf(user_id)
  expect(account).toMatchObject({ reserved: 0, live_calls: 0 })
  expect(liveCallIds(account)).toEqual([])
}
export const callFor = async (user_id: number, more: PartialCall = {}): Promise<Call> => {
  const own = { id: world.newId(), user_id, assistant_id: 1, carrier_minute: 10_000, platform_minute: 50_000 }
  const call = ringingCall({ ...own, ...more }, world.clock.now())
  await world.parts.table.write([{ put: { ...callKey(user_id, call.id), ...call } }])
  return call
}
export const refOf = ({ user_id, id }: Call) => ({ user_id, call_id: id })

export const messageOf = (user_id: number, id: number) => ({
  ...{ ...smsKey(user_id, id), id, user_id, phone_number_id: 1, from: '+12025550100', to: '+12025550101', body: 'Hi' },
  ...{ segments: 1, segment_price: 10, total_cost: 10, status: 'sent' as const, money: 'captured' as const },
  ...{ asked_at: 0, updated_at: 0, revision: 1 },
})

export const stored = (pk: string) => world.parts.table.query<Item & StoredKey>({ pk })

export const erase = async (user_id: number, ...nouns: UserDataNoun[]) => {
  for (const noun of nouns) while ((await userData(world.parts).erase(user_id, noun)) > 0);
}

export const newCampaign = (user_id: number, more: Partial<Campaign> = {}): Campaign => ({
  ...campaignSettings.defaults,
  ...{ id: world.newId(), user_id, name: 'Spring', status: 'in-progress', assistant_id: 1, timezone: 'UTC' },
  ...{ allowed_hours_start_time: '00:00:00', allowed_hours_end_time: '23:59:59', allowed_days: ['monday'] },
  ...{ max_calls_in_parallel: 2, max_retries: 1, retry_interval: 60, retry_on_voicemail: false },
  ...{ mark_complete_when_no_leads: true, updated_at: world.clock.now(), revision: 1 },
  ...more,
})

export const newConsent = (user_id: number, phone_number: string): Consent => ({
  ...{ id: world.newId(), user_id, phone_number, status: 'granted', recorded_by: 'api' },
  ...{ kind: 'express_written', channels: ['call'], covers_artificial_voice: true, purpose: null, seller: null },
  ...{ text: null, text_version: null, text_hash: null, language: null, captured_by: null, source_url: null },
  ...{ ip_address: null, user_agent: null, certificate_url: null, certificate_claimed_at: null },
  ...{ universal_leadid: null, document_hash: null, given_at: world.clock.now(), expires_at: null },
})
