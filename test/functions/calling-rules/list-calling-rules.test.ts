import { expect, test } from 'vitest'
import { shippedRules } from '../../../shared/domain/rules/rule-book.ts'
import { useUser, useWorld } from '../../use-world.ts'

const world = useWorld()
const user = useUser(world)

interface Row {
  region: string
  rule: { source: string; as_of: string; grade: string; verified: boolean; review_by: string }
}

test('200 with every region, where it is known from, what is not verified, and that it is no legal advice', async () => {
  const { status, body } = await world.api(user.token, 'GET', '/user/calling-rules')
  expect(status).toBe(200)
  expect(body.notice).toMatch(/None of this is legal advice/)
  const rows: Row[] = body.data
  expect(new Set(rows.map(({ region }) => region))).toEqual(new Set(shippedRules.map(({ region }) => region)))
  for (const { rule } of rows) {
    expect(rule.source).not.toBe('')
    expect(rule.as_of).toMatch(/^\d{4}-\d\d-\d\d$/)
    if (rule.grade === 'C') expect(rule.verified).toBe(false)
  }
})
