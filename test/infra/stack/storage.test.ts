import { expect, test } from 'vitest'
import { evidenceDays } from '../../../shared/domain/evidence/evidence-life.ts'
import { workerOperations } from '../../../shared/operations/index.ts'
import { chosen, ofType, propertiesOf, ref, templates } from './stages.ts'

test('who fetched a recording is known for a while', () => {
  expect(propertiesOf('Recordings')).toMatchObject({
    LoggingConfiguration: { DestinationBucketName: ref('RecordingsLog') },
  })
  expect(propertiesOf('RecordingsLog')).toMatchObject({
    LifecycleConfiguration: { Rules: [expect.objectContaining({ ExpirationInDays: 90 })] },
  })
})

test('prod locks heads longer than records; dev can be destroyed', () => {
  const days = evidenceDays() + 366
  const shared = {
    ObjectLockEnabled: true,
    VersioningConfiguration: { Status: 'Enabled' },
    LoggingConfiguration: { DestinationBucketName: ref('RecordingsLog') },
    LifecycleConfiguration: {
      Rules: expect.arrayContaining([expect.objectContaining({ Id: 'old', ExpirationInDays: days })]),
    },
  }
  expect(templates.prod.Resources.Heads?.Properties).toMatchObject({
    ...shared,
    ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: days } } },
  })
  expect(propertiesOf('Heads')).toMatchObject(shared)
  expect(JSON.stringify(propertiesOf('Heads'))).not.toContain('DefaultRetention')
})

test('a longer evidence time locks heads longer, and reaches functions', () => {
  const { Resources, Outputs } = chosen
  const days = 11 * 366
  expect(Resources.Heads?.Properties).toMatchObject({
    ObjectLockConfiguration: { Rule: { DefaultRetention: { Days: days } } },
    LifecycleConfiguration: { Rules: expect.arrayContaining([expect.objectContaining({ ExpirationInDays: days })]) },
  })
  for (const id of ['LinkEvidenceFunction', 'WriteEvidenceFunction'])
    expect(Resources[id]?.Properties.Environment).toMatchObject({ Variables: { EVIDENCE_YEARS: '10' } })
  expect(Outputs.EvidenceYears?.Value).toBe('10')
})

test('the table has its indexes, expiry and restore', () => {
  expect(propertiesOf('Table')).toMatchObject({
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    TimeToLiveSpecification: { AttributeName: 'expires_at_seconds', Enabled: true },
    GlobalSecondaryIndexes: [
      ['due', 'due_shard', 'due_at'],
      ['queue', 'queue_key', 'queue_at'],
      ['phone', 'phone_key', 'sk'],
    ].map(([IndexName, hash, range]) => ({
      IndexName,
      KeySchema: [
        { AttributeName: hash, KeyType: 'HASH' },
        { AttributeName: range, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    })),
    Replicas: [{ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }],
  })
})

test('nothing is kept or sent in the clear', () => {
  for (const { Properties } of ofType('AWS::SQS::Queue'))
    expect(Properties).toMatchObject({ SqsManagedSseEnabled: true })
  for (const { Properties } of ofType('AWS::S3::Bucket'))
    expect(Properties).toMatchObject({
      BucketEncryption: { ServerSideEncryptionConfiguration: [expect.anything()] },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    })
  const policies = ['AWS::SQS::QueuePolicy', 'AWS::S3::BucketPolicy', 'AWS::SNS::TopicPolicy'].flatMap(ofType)
  expect(policies.length).toBeGreaterThan(workerOperations.length)
  for (const { Properties } of policies)
    expect(JSON.stringify(Properties)).toContain('"Condition":{"Bool":{"aws:SecureTransport":"false"}}')
})

test('secrets come to life empty, so that no deployment overwrites them', () => {
  expect(Object.keys(propertiesOf('CarrierSecret'))).toEqual(['Description'])
  expect(propertiesOf('ModelSecret')).toMatchObject({ SecretString: '{}' })
})
