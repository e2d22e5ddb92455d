import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readDetail } from '../../../shared/data/calls/call-detail.ts'
import { expiryOf, type RetentionMonths } from '../../../shared/domain/account/retention.ts'
import { copyRecording } from '../../../shared/operations/calls.ts'
import { timeOfId } from '../../../shared/words/id.ts'
import { must } from '../../../shared/words/must.ts'
import { typicalMessage } from '../../requests.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { noticeOf, run } from './harness.ts'

let notice: Awaited<ReturnType<typeof noticeOf>>
const world = useWorld({ dynamodb: inject('dynamodb') })

beforeAll(async () => {
  notice = await noticeOf(world)
})
afterAll(async () => {
  await notice.close()
})

const keptOf = async (user: TestUser) => {
  const message = await typicalMessage(copyRecording, { world, user })
  if (!('call_id' in message)) throw new Error('A recording is of a call')
  const call_id = Number(message.call_id)
  await world.run(120)
  const details = (await world.items()).filter(({ pk }) => pk === `${user.id}#call-detail`)
  const detail = details.find(({ sk }) => Number(sk) === call_id)
  const { transcript, recording_key } = readDetail(must(detail, 'detail'))
  expect(transcript).toContain('AI: ')
  return {
    recording: recording_key?.split('/')[0],
    isKeptFor: (months: RetentionMonths) => detail?.expires_at_seconds === expiryOf(timeOfId(call_id), months),
  }
}

test('keeps transcripts 24 months, or as chosen for a user', async () => {
  const [usual, choosy] = [await world.user(), await world.user()]
  const before = await keptOf(choosy)
  const { status, answer } = await run(notice.environment, `user retention --user ${choosy.id} --months 3`)
  expect({ status, answer }).toEqual({ status: 0, answer: { id: choosy.id, retention_months: 3 } })
  const after = await keptOf(choosy)
  expect(after.recording).toBe('kept-3-months')
  expect(after.isKeptFor(3)).toBe(true)
  for (const kept of [before, await keptOf(usual)]) {
    expect(kept.recording).toBe('kept-24-months')
    expect(kept.isKeptFor(24)).toBe(true)
  }
})

test('user retention refuses unknown times and users', async () => {
  expect(await run(notice.environment, 'user retention --user 123 --months 5')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--months must be one of 1, 3, 6, 12, 24, 36, 60, 120 months.'),
  })
  expect(await run(notice.environment, 'user retention --user 123 --months 6')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('There is no user 123.'),
  })
})
