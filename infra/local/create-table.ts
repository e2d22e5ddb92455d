import { CreateTableCommand, type DynamoDBClient, ResourceInUseException } from '@aws-sdk/client-dynamodb'
import { tableIndexes, tableShape } from '../../shared/table/keys.ts'

export const createTable = async (client: DynamoDBClient, name: string): Promise<void> => {
  const { partitionKey, sortKey } = tableShape
  const types = new Map<string, 'S' | 'N'>([
    [partitionKey, 'S'],
    [sortKey, 'S'],
  ])
  for (const index of tableIndexes)
    types.set(index.partitionKey, 'S').set(index.sortKey, index.sortType === 'number' ? 'N' : 'S')
  try {
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
        KeySchema: schema(partitionKey, sortKey),
        GlobalSecondaryIndexes: tableIndexes.map((index) => ({
          IndexName: index.name,
          KeySchema: schema(index.partitionKey, index.sortKey),
          Projection: { ProjectionType: 'KEYS_ONLY' },
        })),
      }),
    )
  } catch (cause) {
    if (!(cause instanceof ResourceInUseException)) throw cause
  }
}

const schema = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' as const },
  { AttributeName: range, KeyType: 'RANGE' as const },
]
