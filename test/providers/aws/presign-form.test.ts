import { expect, test } from 'vitest'
import { bucketOf, presignForm } from '../../../shared/providers/aws/presign.ts'

test.each([
  ['https://parlance-1.s3.eu-central-1.amazonaws.com', 'parlance-1'],
  ['https://parlance.recordings.s3-eu-west-1.amazonaws.com/', 'parlance.recordings'],
  ['http://127.0.0.1:4566/parlance-1', 'parlance-1'],
])('%s is the address of a bucket', (url, bucket) => expect(bucketOf(url)).toBe(bucket))

test('a form’s policy names the bucket, which S3 checks', () => {
  const signer = { region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret', now: Date.UTC(2026, 10, 25) }
  const form = { bucket: 'recordings', key: 'a.csv', bytes: 7, contentType: 'text/csv', expiresSeconds: 60 }
  const { Policy = '', ...fields } = presignForm({ ...signer, ...form })
  const { conditions } = JSON.parse(Buffer.from(Policy, 'base64').toString())
  expect(conditions).toEqual([
    { bucket: 'recordings' },
    ...Object.entries(fields)
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => ({ [name]: value })),
    ['content-length-range', 7, 7],
  ])
  expect(fields).not.toHaveProperty('bucket')
})
