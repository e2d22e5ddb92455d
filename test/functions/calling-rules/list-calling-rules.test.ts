import { expect, test } from 'vitest'
import { noticeRules } from '../../../shared/domain/rules/notice-rules.ts'
import { shippedRules } from '../../../shared/domain/rules/rule-set.ts'
import { useUser, useWorld } from '../../use-world.ts'

const world = useWorld()
const user = useUser(world)

interface Known {
  source: string
  as_of: string
  grade: string
  verified: boolean
}
interface Row {
  region: string
  rule: Known | null
  notices: Known | null
}

test('returns every region with source and grade, and no legal advice', async () => {
  const { status, body } = await world.api(user.token, 'GET', '/user/calling-rules')
  expect(status).toBe(200)
  expect(body.notice).toMatch(/None of this is legal advice/)
  const rows: Row[] = body.data
  expect(new Set(rows.map(({ region }) => region))).toEqual(
    new Set([...shippedRules, ...noticeRules].map(({ region }) => region)),
  )
  expect(rows.filter(({ notices }) => notices).length).toBe(new Set(noticeRules.map(({ region }) => region)).size)
  for (const { rule, notices } of rows)
    for (const known of [rule, notices].flatMap((one) => one ?? [])) {
      expect(known.source).not.toBe('')
      expect(known.as_of).toMatch(/^\d{4}-\d\d-\d\d$/)
      if (known.grade === 'C') expect(known.verified).toBe(false)
    }
})
