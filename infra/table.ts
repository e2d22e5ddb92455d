import { RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, Billing, ProjectionType, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import { tableShape } from '../shared/data/keys.ts'
import type { StageName } from './stages.ts'

/** The single table, billed by request, restorable to any second of the last 35 days. In production nobody can delete it. */
export const addTable = (scope: Construct, stage: StageName): TableV2 => {
  const { partitionKey, sortKey, expiry, dueIndex } = tableShape
  return new TableV2(scope, 'Table', {
    partitionKey: { name: partitionKey, type: AttributeType.STRING },
    sortKey: { name: sortKey, type: AttributeType.STRING },
    timeToLiveAttribute: expiry,
    globalSecondaryIndexes: [
      {
        indexName: dueIndex.name,
        partitionKey: { name: dueIndex.partitionKey, type: AttributeType.STRING },
        sortKey: { name: dueIndex.sortKey, type: AttributeType.NUMBER },
        projectionType: ProjectionType.KEYS_ONLY,
      },
    ],
    billing: Billing.onDemand(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: stage === 'prod',
    removalPolicy: stage === 'prod' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  })
}
