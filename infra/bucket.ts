import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import type { Key } from 'aws-cdk-lib/aws-kms'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { recordingPrefix, retentionChoices, retentionDays } from '../shared/domain/account/retention.ts'
import { uploadDays, uploadPrefix } from '../shared/domain/knowledge/knowledgebase.ts'
import type { StageName } from './stages.ts'

/** How long it is known who fetched which recording. */
const accessLogDays = 90

/**
 * Where recordings lie, and what knowledge bases hold: nothing in it is public, and a user who may listen, or upload, gets a link that
 * soon expires.
 */
export const addRecordings = (scope: Construct, stage: StageName, key?: Key): Bucket => {
  const shared = {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    removalPolicy: stage === 'prod' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    autoDeleteObjects: stage !== 'prod',
  }
  const accessLog = new Bucket(scope, 'RecordingsLog', {
    ...shared,
    // S3 delivers its logs to no bucket with a key of one's own.
    encryption: BucketEncryption.S3_MANAGED,
    lifecycleRules: [{ id: 'old', expiration: Duration.days(accessLogDays) }],
  })
  return new Bucket(scope, 'Recordings', {
    ...shared,
    serverAccessLogsBucket: accessLog,
    ...(key
      ? { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }
      : { encryption: BucketEncryption.S3_MANAGED }),
    lifecycleRules: [
      ...retentionChoices.map((months) => ({
        id: `after-${months}-months`,
        prefix: recordingPrefix(months),
        expiration: Duration.days(retentionDays(months)),
      })),
      { id: 'uploads', prefix: uploadPrefix, expiration: Duration.days(uploadDays) },
      { id: 'unfinished', abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
  })
}
