import { expect, test } from 'vitest'
import { dataExports } from '../../../shared/data/account/data-exports.ts'
import { newDataExport } from '../../../shared/domain/account/data-export.ts'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

const ask = async (body: object) => {
  const { token } = await world.user()
  return world.api(token, 'POST', '/user/exports', body)
}

test('202 with the export that waits', async () => {
  const { status, body } = await ask({ what: 'calls', filters: { status: 'completed', campaign_id: '7' } })
  expect(status).toBe(202)
  expect(body).toEqual({
    message: 'The list will be exported',
    data: {
      ...{ id: expect.any(Number), what: 'calls', format: 'csv', status: 'waiting', rows: 0, bytes: 0 },
      ...{ filters: { status: 'completed', campaign_id: 7 }, url: null, failure_reason: null },
      ...{ created_at: expect.any(String), finished_at: null, expires_at: null },
    },
  })
})

test('422 for filters that the list would refuse, at their dotted keys', async () => {
  const filters = { status: 'x', assistant_id: 'y', phone_number: '12', date_from: '2026-11-02', date_to: '2026-11-01' }
  const { status, body } = await ask({ what: 'calls', filters })
  expect(status).toBe(422)
  expect(body.errors).toEqual({
    'filters.status': ['The selected filters.status is invalid.'],
    'filters.assistant_id': ['The filters.assistant id field must be an integer.'],
    'filters.phone_number': [expect.stringContaining('valid phone number')],
    'filters.date_to': ['The date to field must be a date after or equal to date from.'],
  })
})

test('returns 422 for a filter that the list lacks', async () => {
  const { body } = await ask({ what: 'transactions', filters: { campaign_id: 1 } })
  expect(body.errors).toEqual({ 'filters.campaign_id': ['The filters.campaign id field is not supported.'] })
})

test('422 for an unknown list or format, and for filters that are no object', async () => {
  const { body } = await ask({ what: 'secrets', format: 'pdf', filters: [] })
  expect(body.errors).toEqual({
    what: ['The selected what is invalid.'],
    format: ['The selected format is invalid.'],
    filters: ['The filters field must be an object.'],
  })
})

test('429 for a fourth export while three are open', async () => {
  const user = await world.user()
  for (let count = 1; count <= 3; count++)
    await dataExports(world.parts).begin(
      newDataExport({ id: world.newId(), user_id: user.id, what: 'sms', format: 'csv', filters: {} }),
    )
  const { status, body } = await world.api(user.token, 'POST', '/user/exports', { what: 'sms' })
  expect([status, body.message]).toEqual([429, expect.stringContaining('Three exports')])
})
