import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib'
import type { Key } from 'aws-cdk-lib/aws-kms'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { recordingPrefix, retentionChoices, retentionDays } from '../shared/domain/account/retention.ts'
import type { StageName } from './stages.ts'

/** Where recordings lie: nothing in it is public, and a user who may listen gets a link that soon expires. */
export const addRecordings = (scope: Construct, stage: StageName, key?: Key): Bucket => {
  const bucket = new Bucket(scope, 'Recordings', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    ...(key
      ? { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }
      : { encryption: BucketEncryption.S3_MANAGED }),
    enforceSSL: true,
    lifecycleRules: [
      ...retentionChoices.map((months) => ({
        id: `after-${months}-months`,
        prefix: recordingPrefix(months),
        expiration: Duration.days(retentionDays(months)),
      })),
      { id: 'unfinished', abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    removalPolicy: stage === 'prod' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    autoDeleteObjects: stage !== 'prod',
  })
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'A log of who listened would need a bucket of its own; links are handed out by functions, which log.',
  })
  return bucket
}
