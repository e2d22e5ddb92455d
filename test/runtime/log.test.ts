import { expect, test, vi } from 'vitest'
import { presentable, toStandardOutput } from '../../shared/runtime/log.ts'
import { causeFields } from '../../shared/words/log.ts'

const now = Date.UTC(2026, 0, 1)

const written = (functionName: string | undefined, message: string, fields: Record<string, unknown>) => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    toStandardOutput(functionName, () => now)('info', message, fields)
    return JSON.parse(String(write.mock.lastCall?.[0]))
  } finally {
    write.mockRestore()
  }
}

test('phone numbers are masked and causes spelled out', () => {
  const cause = new Error('no')
  expect(presentable({ client_phone_number: '+12025550100', cause, count: 1 })).toEqual({
    client_phone_number: expect.not.stringContaining('2025550'),
    count: 1,
    ...causeFields(cause),
  })
})

test('a counted fact carries its metric in the stack’s namespace', () => {
  const line = written('parlance-dev-advance-call', 'call moved', { operation: 'advance-call', to: 'busy' })
  expect(line).toEqual({
    level: 'info',
    message: 'call moved',
    operation: 'advance-call',
    to: 'busy',
    Calls: 1,
    _aws: {
      Timestamp: now,
      CloudWatchMetrics: [
        { Namespace: 'parlance-dev', Dimensions: [['to']], Metrics: [{ Name: 'Calls', Unit: 'Count' }] },
      ],
    },
  })
})

test('a metric takes its value from the field that holds it', () => {
  const charged = (fields: object) => written('parlance-dev-x', 'call charged', { operation: 'x', ...fields })
  expect(charged({ amount: 0.25 })).toMatchObject({ Charged: 0.25 })
  expect(charged({})).not.toHaveProperty('_aws')
})

test('nothing is counted outside Lambda, nor what nobody counts', () => {
  expect(written(undefined, 'call moved', { operation: 'x', to: 'busy' })).not.toHaveProperty('_aws')
  expect(written('parlance-dev-x', 'socket closed', { operation: 'x' })).not.toHaveProperty('_aws')
})
