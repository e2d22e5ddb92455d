import { expect, test } from 'vitest'
import { eventually, openSteps } from '../../../infra/rehearsal/steps.ts'

test('a failed step is a line, and the next one runs', async () => {
  const lines: string[] = []
  const steps = openSteps((line) => lines.push(line))
  await steps.play('GET /user/me', async () => ({ outcome: '200', coldMs: 412.4, warmMs: 80 }))
  await steps.play('a webhook', async () => {
    throw new Error('the webhook arrives: not within 60 s')
  })
  await steps.play('a call', async () => 'ended')
  expect(lines.map((line) => line.split(/\s{2,}/))).toEqual([
    ['ok', 'GET /user/me', '200', '412', '80'],
    ['FAIL a webhook', 'the webhook arrives: not within 60 s'],
    ['ok', 'a call', 'ended'],
  ])
  expect([steps.count(), steps.failed()]).toEqual([3, 1])
})

test('what does not come is named, with how long it was waited for', async () => {
  await expect(eventually('the call is over', async () => false, 0)).rejects.toThrow('the call is over: not within 0 s')
})
