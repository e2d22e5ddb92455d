import { countWrite } from '../../shared/data/dialling/dial-counts.ts'
import { decisionWrites, evidence } from '../../shared/data/evidence/evidence.ts'
import type { Means } from '../../shared/domain/account/account.ts'
import { weekdays } from '../../shared/domain/campaigns/calling-window.ts'
import type { Campaign } from '../../shared/domain/campaigns/campaign.ts'
import { campaignSettings } from '../../shared/domain/campaigns/campaign-settings.ts'
import type { ConsentStanding } from '../../shared/domain/consents/consent.ts'
import type { CampaignCall } from '../../shared/domain/dialling/campaign-call.ts'
import { eligible } from '../../shared/domain/dialling/eligible.ts'
import { campaignDial } from '../../shared/domain/evidence/decision.ts'
import { ruleFacts } from '../../shared/domain/evidence/rule-facts.ts'
import { newLead } from '../../shared/domain/leads/lead-form.ts'
import { placeOf } from '../../shared/domain/places/place.ts'
import { dialsKept } from '../../shared/domain/rules/dial-count.ts'
import { type RuleSet, shippedRules } from '../../shared/domain/rules/rule-set.ts'
import { userPartition } from '../../shared/table/items.ts'
import { idAt } from '../../shared/words/id.ts'
import { ringingCall } from '../fixtures.ts'
import { claimAsWorkers, reservedCalls } from '../hot/campaign-calls.ts'
import { openCrowdedTable } from '../hot/crowded-table.ts'
import { openMetered } from '../lists/store/loaded.ts'
import type { BenchRow, Measure } from './measure.ts'

/** The rules are checked twice per dial: when a lead is reserved, and right before the dial. */
const judgementsOfADial = 2
const judgeMsMax = 5
const unitsMoreMax = 14
const claimsPerSecond = 300
const dials = 1000

const numbers: Record<string, string> = {
  'of one state': '+13055550100',
  'of an area code over two clocks': '+18505550100',
  'of another country': '+493012345678',
  'that may ring in every state': '+18005550199',
}

export const callingRules: Measure = {
  topic: 'rules',
  title: 'Calling rules: what a dial of an enforcing campaign takes more',
  run: async ({ dynamodb }) => [
    ...Object.entries(numbers).map(([kind, number]) => judging(kind, number)),
    await claims('off'),
    await claims('enforce'),
    await written(dynamodb),
  ],
}

const row = (what: string, figures: BenchRow): BenchRow => ({
  what,
  'CPU ms to judge a dial': undefined,
  'write units of evidence': undefined,
  'to count': undefined,
  'to link alone': undefined,
  'to link with 89': undefined,
  'in all': undefined,
  'claims lost': undefined,
  'units/s of a key': undefined,
  ...figures,
})

const means: Means = { account: { micros: 0 }, limits: { liveCallsMax: 100 } }
const day = Date.UTC(2026, 10, 25)
const minuteMs = 60_000

const judging = (kind: string, number: string): BenchRow => {
  const ruleSet: RuleSet = { rules: shippedRules, overrides: [] }
  const campaign: Campaign = { ...newCampaignLike, calling_rules: 'enforce' }
  const lead = newLead({ id: 1, user_id: 1, campaign_id: 2, phone_number: number, contacts: [] })
  const recent = new Map([[number, { times: [] }]])
  const began = process.cpuUsage()
  for (let dial = 0; dial < dials; dial++) {
    const now = day + dial * minuteMs
    for (let look = 0; look < judgementsOfADial; look++)
      eligible(lead, { now, campaign, means, blacklisted: new Set(), law: { ruleSet, recent } })
    ruleFacts({ mode: 'enforce', place: placeOf(number), ruleSet, dials: [] }, now)
  }
  const { user, system } = process.cpuUsage(began)
  return row(`a number ${kind}`, {
    'CPU ms to judge a dial': { value: (user + system) / 1000 / dials, budget: judgeMsMax },
  })
}

const newCampaignLike: Campaign = {
  ...campaignSettings.defaults,
  id: 2,
  user_id: 1,
  name: 'Spring',
  status: 'in-progress',
  assistant_id: 1,
  timezone: 'UTC',
  allowed_hours_start_time: '00:00:00',
  allowed_hours_end_time: '23:59:59',
  allowed_days: weekdays,
  max_calls_in_parallel: 1,
  max_retries: 1,
  retry_interval: 60,
  retry_on_voicemail: false,
  mark_complete_when_no_leads: true,
  updated_at: 0,
  revision: 1,
}

const claims = async (calling_rules: 'off' | 'enforce'): Promise<BenchRow> => {
  const crowd = await openCrowdedTable(`claims ${calling_rules}`)
  const reserved = await crowd.time.until(reservedCalls(crowd, claimsPerSecond, calling_rules))
  crowd.forget()
  const claim = async (call: (typeof reserved)[number], place: number) => {
    await crowd.clock.sleep((place * 1000) / claimsPerSecond)
    return claimAsWorkers(crowd, call)
  }
  const claimed = await crowd.time.until(Promise.all(reserved.map(claim)))
  const units = (noun: string) =>
    crowd
      .keys()
      .filter(({ name }) => name.endsWith(noun))
      .reduce((sum, { total }) => sum + total, 0)
  return row(`${claimsPerSecond} claims a second of one campaign, rules ${calling_rules}`, {
    'write units of evidence': {
      value: (units('#evidence') + units('#evidence-facts')) / claimsPerSecond,
      budget: unitsMoreMax,
    },
    'claims lost': { value: claimed.filter((isClaimed) => !isClaimed).length, budget: 0 },
    'units/s of a key': { value: Math.max(...crowd.keys().map((key) => key.units)), budget: 1000 },
  })
}

const together = 90

const written = async (dynamodb: string): Promise<BenchRow> => {
  const { parts, units } = await openMetered(dynamodb)
  const { table, random } = parts
  const unitsOf = async (act: () => Promise<unknown>): Promise<number> => {
    units.written = 0
    await act()
    return units.written
  }
  const number = numbers['of one state'] ?? ''
  const ruleSet: RuleSet = { rules: shippedRules, overrides: [] }
  const campaign: Campaign = { ...newCampaignLike, calling_rules: 'enforce', require_consent: 'express_written' }
  const lead = newLead({ id: 5, user_id: 1, campaign_id: campaign.id, phone_number: number, contacts: [] })
  const dialled = [day - 3, day - 2, day - 1]
  const rules = ruleFacts({ mode: 'enforce', place: placeOf(number), ruleSet, dials: dialled }, day)
  const callOf = (id: number): CampaignCall => ({
    ...ringingCall({ id, user_id: 1, assistant_id: 1, client_phone_number: number }, day),
    campaign: { id: campaign.id, name: campaign.name, lead_id: lead.id, main_lead_id: lead.id, slot: 0 },
  })
  const terms = { purpose: null, given_at: day, expires_at: null, covers_artificial_voice: true }
  const consented: ConsentStanding = {
    grants: [{ id: 3, kind: 'express_written', channels: ['call'], ...terms }],
    version: 1,
  }
  const decided = (id: number) => ({
    ...campaignDial(callOf(id), { lead, campaign, consented, rules }, day),
    claimed_by: 'twelve bytes',
  })
  const own = evidence({ ...parts, settings: { get: () => undefined, required: () => 'bench' } })
  const keys = async () =>
    (await table.query<{ sk: string; seq?: number }>({ pk: userPartition(1, 'evidence-facts') })).flatMap(
      ({ sk, seq }) => (seq === undefined ? [sk] : []),
    )
  const withClaim = await unitsOf(() => table.write(decisionWrites(random, 1, decided(1), day)))
  const alone = await unitsOf(async () => own.link(1, await keys(), async () => undefined))
  for (let id = 2; id < 2 + together; id++) await table.write(decisionWrites(random, 1, decided(id), day + id))
  const linked = (await unitsOf(async () => own.link(1, await keys(), async () => undefined))) / together
  const times = Array.from({ length: dialsKept }, (_, index) => day - index)
  const full = { times, calls: times.map((time) => idAt(time, 0.5)), revision: 0, isStored: false }
  const counts = [number, `${number.slice(0, -1)}1`].map((client_phone_number, index) =>
    countWrite({ id: idAt(day, index / 10), user_id: 1, client_phone_number }, full, day),
  )
  const counted = (await unitsOf(() => table.write(counts))) / counts.length
  return row('the evidence of a dial, as the engine counts', {
    'write units of evidence': withClaim,
    'to count': { value: counted, budget: 2 },
    'to link alone': alone,
    'to link with 89': linked,
    'in all': { value: withClaim + counted + alone, budget: unitsMoreMax },
  })
}
