import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { AnyPrincipal, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms'
import type { Construct } from 'constructs'

/** The services that use the key on behalf of a role that may read and write there. */
const throughServices = ['dynamodb', 's3', 'secretsmanager']

/**
 * The team's own key around what is kept. A role of this account that may use the table, the
 * recordings or the secrets may use it through those services, and in no other way: so roles need
 * no line for it.
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

/**
 * Signs evidence; its private half never leaves KMS, and no person can sign in its name without a
 * trace in CloudTrail.
 */
export const addEvidenceKey = (scope: Construct): Key =>
  new Key(scope, 'EvidenceKey', {
    description:
      'Signs bundles of evidence. Keep it: a new one has another name, and old bundles need the old public half alone',
    keySpec: KeySpec.ECC_NIST_P256,
    keyUsage: KeyUsage.SIGN_VERIFY,
    pendingWindow: Duration.days(30),
    removalPolicy: RemovalPolicy.RETAIN,
  })
