import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import type { Key } from 'aws-cdk-lib/aws-kms'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  HttpMethods,
  ObjectLockRetention,
} from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { exportDays, exportPrefix } from '../../shared/domain/account/data-export.ts'
import { recordingPrefix, retentionChoices, retentionDays } from '../../shared/domain/account/retention.ts'
import { uploadDays, uploadPrefix } from '../../shared/domain/knowledge/knowledgebase.ts'
import type { StageName } from './stages.ts'

const accessLogDays = 90

interface Buckets {
  recordings: Bucket
  heads: Bucket
}

/** Adds the buckets, encrypted with `key` or else with S3's key. */
export const addBuckets = (scope: Construct, stage: StageName, evidenceDays: number, key?: Key): Buckets => {
  const shared: BucketProps = {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    removalPolicy: stage === 'prod' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    autoDeleteObjects: stage !== 'prod',
  }
  const accessLog = new Bucket(scope, 'RecordingsLog', {
    ...shared,
    // Encrypts with S3's key, because S3 delivers access logs only to buckets without a KMS key of
    // ours.
    encryption: BucketEncryption.S3_MANAGED,
    lifecycleRules: [{ id: 'old', expiration: Duration.days(accessLogDays) }],
  })
  const logged = { ...shared, serverAccessLogsBucket: accessLog }
  return {
    recordings: addRecordings(scope, logged, key),
    heads: addHeads(scope, logged, stage, evidenceDays + headsOutliveDays),
  }
}

/** Adds the bucket of recordings. It has no public access: users get links that expire. */
const addRecordings = (scope: Construct, shared: BucketProps, key?: Key): Bucket =>
  new Bucket(scope, 'Recordings', {
    ...shared,
    ...(key
      ? { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }
      : { encryption: BucketEncryption.S3_MANAGED }),
    // Accepts upload forms from any website, because only a signed form permits an upload.
    cors: [{ allowedMethods: [HttpMethods.POST], allowedOrigins: ['*'], allowedHeaders: ['*'] }],
    lifecycleRules: [
      ...retentionChoices.map((months) => ({
        id: `after-${months}-months`,
        prefix: recordingPrefix(months),
        expiration: Duration.days(retentionDays(months)),
      })),
      { id: 'exports', prefix: exportPrefix, expiration: Duration.days(exportDays) },
      { id: 'uploads', prefix: uploadPrefix, expiration: Duration.days(uploadDays) },
      { id: 'unfinished', abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
  })

/**
 * Heads (signed chain ends) are kept this many days longer than their records, to prove that the
 * records expired.
 */
const headsOutliveDays = 366

/**
 * Adds the bucket of signed chain ends (heads). In prod it is locked in compliance mode: no
 * account, not even the owner's, can delete or change them. In dev it has no lock period, so that
 * the stage can be destroyed.
 */
const addHeads = (scope: Construct, shared: BucketProps, stage: StageName, headsDays: number): Bucket =>
  new Bucket(scope, 'Heads', {
    ...shared,
    // Encrypts with S3's key, because verifiers may not use our KMS key.
    encryption: BucketEncryption.S3_MANAGED,
    versioned: true,
    objectLockEnabled: true,
    ...(stage === 'prod' && { objectLockDefaultRetention: ObjectLockRetention.compliance(Duration.days(headsDays)) }),
    lifecycleRules: [
      { id: 'old', expiration: Duration.days(headsDays), noncurrentVersionExpiration: Duration.days(headsDays) },
      { id: 'markers', expiredObjectDeleteMarker: true },
      { id: 'unfinished', abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
  })
