import { RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, Billing, CfnGlobalTable, ProjectionType, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import type { Key } from 'aws-cdk-lib/aws-kms'
import type { Construct } from 'constructs'
import { tableIndexes, tableShape } from '../../shared/table/keys.ts'
import { restorableDays } from './restorable.ts'
import type { StageName } from './stages.ts'

/**
 * Adds the table. It is billed by request, restorable for 35 days, and in prod protected against
 * deletion.
 */
export const addTable = (scope: Construct, stage: StageName, key?: Key): TableV2 => {
  const { partitionKey, sortKey, expiry } = tableShape
  const table = new TableV2(scope, 'Table', {
    partitionKey: { name: partitionKey, type: AttributeType.STRING },
    sortKey: { name: sortKey, type: AttributeType.STRING },
    timeToLiveAttribute: expiry,
    globalSecondaryIndexes: tableIndexes.map((index) => ({
      indexName: index.name,
      partitionKey: { name: index.partitionKey, type: AttributeType.STRING },
      sortKey: { name: index.sortKey, type: index.sortType === 'number' ? AttributeType.NUMBER : AttributeType.STRING },
      projectionType: ProjectionType.KEYS_ONLY,
    })),
    billing: Billing.onDemand(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: restorableDays },
    deletionProtection: stage === 'prod',
    removalPolicy: stage === 'prod' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  })
  if (key) encryptWith(table, key)
  return table
}

/**
 * Sets the key on the CloudFormation resource, because CDK can set it only when the region is
 * known.
 */
const encryptWith = ({ node }: TableV2, key: Key): void => {
  const { defaultChild } = node
  if (!(defaultChild instanceof CfnGlobalTable)) throw new Error('The table is not made of one')
  defaultChild.sseSpecification = { sseEnabled: true, sseType: 'KMS' }
  defaultChild.addPropertyOverride('Replicas.0.SSESpecification.KMSMasterKeyId', key.keyArn)
}
