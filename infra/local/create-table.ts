import { CreateTableCommand, type DynamoDBClient, ResourceInUseException } from '@aws-sdk/client-dynamodb'
import { tableShape } from '../../shared/data/keys.ts'

/** Makes the single table, as the stack declares it, unless it is there already. */
export const createTable = async (client: DynamoDBClient, name: string): Promise<void> => {
  const { partitionKey, sortKey, dueIndex } = tableShape
  try {
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [
          { AttributeName: partitionKey, AttributeType: 'S' },
          { AttributeName: sortKey, AttributeType: 'S' },
          { AttributeName: dueIndex.partitionKey, AttributeType: 'S' },
          { AttributeName: dueIndex.sortKey, AttributeType: 'N' },
        ],
        KeySchema: [
          { AttributeName: partitionKey, KeyType: 'HASH' },
          { AttributeName: sortKey, KeyType: 'RANGE' },
        ],
        GlobalSecondaryIndexes: [
          {
            IndexName: dueIndex.name,
            KeySchema: [
              { AttributeName: dueIndex.partitionKey, KeyType: 'HASH' },
              { AttributeName: dueIndex.sortKey, KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'KEYS_ONLY' },
          },
        ],
      }),
    )
  } catch (cause) {
    if (!(cause instanceof ResourceInUseException)) throw cause
  }
}
