import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { AnyPrincipal, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms'
import type { Construct } from 'constructs'

const throughServices = ['dynamodb', 's3', 'secretsmanager']

/**
 * Adds the stage's own encryption key. Roles use it only through AWS services, so its policy names
 * no role.
 */
export const addKey = (scope: Construct): Key => {
  const { account, region, stackName, partition } = Stack.of(scope)
  const key = new Key(scope, 'Key', {
    description: `What ${stackName} keeps is encrypted with this key; without it, all is lost`,
    enableKeyRotation: true,
    pendingWindow: Duration.days(30),
    removalPolicy: RemovalPolicy.RETAIN,
  })
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new AnyPrincipal()],
      actions: [
        'kms:CreateGrant',
        'kms:Decrypt',
        'kms:DescribeKey',
        'kms:Encrypt',
        'kms:GenerateDataKey',
        'kms:GenerateDataKeyWithoutPlaintext',
        'kms:ReEncryptFrom',
        'kms:ReEncryptTo',
      ],
      resources: ['*'],
      conditions: {
        StringEquals: {
          'kms:CallerAccount': account,
          'kms:ViaService': throughServices.map((service) => `${service}.${region}.amazonaws.com`),
        },
      },
    }),
  )
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:SourceAccount': account } },
    }),
  )
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
      actions: ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
      resources: ['*'],
      conditions: {
        ArnLike: { 'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:log-group:*` },
      },
    }),
  )
  return key
}

/** Adds the key that signs evidence. The private key stays in KMS, and CloudTrail logs each use. */
export const addEvidenceKey = (scope: Construct): Key =>
  new Key(scope, 'EvidenceKey', {
    description:
      'Signs bundles of evidence. Keep it: a new one has another name, and old bundles need the old public half alone',
    keySpec: KeySpec.ECC_NIST_P256,
    keyUsage: KeyUsage.SIGN_VERIFY,
    pendingWindow: Duration.days(30),
    removalPolicy: RemovalPolicy.RETAIN,
  })
