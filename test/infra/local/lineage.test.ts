import type { SQSRecord } from 'aws-lambda'
import { expect, test } from 'vitest'
import { isLoop, lineageAfter, traceHeaderOf } from '../../../infra/local/lineage.ts'

const recordWith = (AWSTraceHeader?: string): SQSRecord => ({
  messageId: '',
  receiptHandle: '',
  body: '',
  attributes: {
    ApproximateReceiveCount: '1',
    SentTimestamp: '0',
    SenderId: '',
    ApproximateFirstReceiveTimestamp: '0',
    AWSTraceHeader,
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: '',
  awsRegion: '',
})

test('a batch continues its longest chain', () => {
  const records = [undefined, 'Root=1-5e;Lineage=a:3|b:7', 'Lineage=a:5'].map(recordWith)
  expect(traceHeaderOf(lineageAfter('b', records))).toBe('Lineage=a:5|b:8')
  expect(traceHeaderOf(lineageAfter('c', [recordWith()]))).toBe('Lineage=c:1')
})

test('the seventeenth invocation of one function in a chain is a loop', () => {
  expect(isLoop('a', lineageAfter('a', [recordWith('Lineage=a:15|b:40')]))).toBe(false)
  expect(isLoop('a', lineageAfter('a', [recordWith('Lineage=a:16')]))).toBe(true)
})
