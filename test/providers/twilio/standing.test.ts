import { expect, test } from 'vitest'
import { carrierStanding } from '../../../shared/providers/twilio/standing.ts'

/** Simulates an account at Twilio's hosts, which answer by path and page. */
const openAccount = (answers: Record<string, unknown>, fields: Record<string, string> = {}) => {
  const asked: string[] = []
  const standing = carrierStanding({
    secrets: { read: async () => ({ account_sid: 'AC1', auth_token: 'token', ...fields }) },
    worldTime: Date.now,
    fetch: async (input) => {
      const url = new URL(String(input))
      asked.push(url.href)
      const page = url.searchParams.get('PageToken') ?? ''
      const answer = answers[`${url.pathname}${page}`]
      return answer ? Response.json(answer) : Response.json({ code: 20404 }, { status: 404 })
    },
  })
  return { asked, standing }
}
const last = { meta: { next_page_url: null } }

test('asks each product at its own host, and reads every page', async () => {
  const path = '/v1/DialingPermissions/Countries'
  const next_page_url = `https://voice.twilio.com${path}?LowRiskNumbersEnabled=false&PageSize=1000&PageToken=P2`
  const { asked, standing } = openAccount({
    [path]: { content: [{ iso_code: 'FR' }], meta: { next_page_url } },
    [`${path}P2`]: { content: [{ iso_code: 'DE' }], ...last },
  })
  expect(await standing.barredFromCalls()).toEqual({ known: ['FR', 'DE'] })
  expect(asked).toEqual([`https://voice.twilio.com${path}?LowRiskNumbersEnabled=false&PageSize=1000`, next_page_url])
})

test('stays in the region of the account', async () => {
  const { asked, standing } = openAccount({}, { url: 'https://api.dublin.ie1.twilio.com' })
  await expect(standing.bundles()).rejects.toThrow('The carrier answered 404')
  expect(asked).toEqual(['https://numbers.dublin.ie1.twilio.com/v2/RegulatoryCompliance/Bundles?PageSize=1000'])
})

test('reads a messaging service without a campaign', async () => {
  const service = '/v1/Services/MG1'
  const { standing } = openAccount({
    '/v1/Services': { services: [{ sid: 'MG1', friendly_name: '' }], ...last },
    [`${service}/PhoneNumbers`]: { phone_numbers: [{ phone_number: '+12025550100' }], ...last },
    [`${service}/Compliance/Usa2p`]: { compliance: [], ...last },
  })
  expect(await standing.textServices()).toEqual({ known: [{ name: 'MG1', numbers: ['+12025550100'] }] })
})

test('reads when a bundle ends', async () => {
  const bundle = { sid: 'BU1', friendly_name: 'Berlin', status: 'twilio-approved', valid_until: '2027-01-01T00:00:00Z' }
  const { standing } = openAccount({ '/v2/RegulatoryCompliance/Bundles': { results: [bundle], ...last } })
  const valid_until = Date.UTC(2027, 0, 1)
  expect(await standing.bundles()).toEqual({
    known: [{ sid: 'BU1', name: 'Berlin', status: 'twilio-approved', is_approved: true, valid_until }],
  })
})
