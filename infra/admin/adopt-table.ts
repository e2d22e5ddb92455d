import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ListTagsOfResourceCommand,
  type TableDescription,
  type Tag,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  type UpdateTableCommandInput,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { tableIndexes, tableShape } from '../../shared/table/keys.ts'
import { must } from '../../shared/words/must.ts'
import { restorableDays } from '../stack/restorable.ts'
import { refuse } from './refusal.ts'

export interface Keeping {
  /** Key that encrypts the table; undefined means AWS's own key. */
  key: string | undefined
  isProtected: boolean
  tags: Tag[]
}

export interface Adopted {
  table: string
  put_back: string[]
  as_it_must_be: string[]
  /** Settings of the table that cannot be changed any more. */
  fixed: string[]
}

const pollMs = 2_000

type Sleep = (delayMs: number) => Promise<void>

/** Restores table settings that a point-in-time restore omits. A repeated run changes nothing. */
export const adoptTable = async (
  client: DynamoDBClient,
  TableName: string,
  { key, isProtected, tags }: Keeping,
  sleep: Sleep,
): Promise<Adopted> => {
  const found = await described(client, TableName)
  refuseForeign(TableName, found)
  const TableArn = must(found.TableArn, 'ARN of the table')
  const update = async (change: Partial<UpdateTableCommandInput>) => {
    await client.send(new UpdateTableCommand({ TableName, ...change }))
    await untilActive(client, TableName, sleep)
  }
  const usesKey = key === undefined || found.SSEDescription?.KMSMasterKeyArn?.endsWith(key)
  const worn = (await client.send(new ListTagsOfResourceCommand({ ResourceArn: TableArn }))).Tags ?? []
  const lacking = tags.filter((tag) => !worn.some(({ Key, Value }) => Key === tag.Key && Value === tag.Value))

  const parts: [name: string, isSo: boolean | undefined, put: () => Promise<unknown>][] = [
    [
      'billing by request',
      found.BillingModeSummary?.BillingMode === 'PAY_PER_REQUEST',
      () => update({ BillingMode: 'PAY_PER_REQUEST' }),
    ],
    ['key', usesKey, () => update({ SSESpecification: { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: key } })],
    [
      'expiry',
      await expires(client, TableName),
      () =>
        client.send(
          new UpdateTimeToLiveCommand({
            TableName,
            TimeToLiveSpecification: { AttributeName: tableShape.expiry, Enabled: true },
          }),
        ),
    ],
    [
      `backups of ${restorableDays} days`,
      await isRestorable(client, TableName),
      () =>
        client.send(
          new UpdateContinuousBackupsCommand({
            TableName,
            PointInTimeRecoverySpecification: {
              PointInTimeRecoveryEnabled: true,
              RecoveryPeriodInDays: restorableDays,
            },
          }),
        ),
    ],
    ['tags', lacking.length === 0, () => client.send(new TagResourceCommand({ ResourceArn: TableArn, Tags: lacking }))],
    [
      'protection against deletion',
      !isProtected || found.DeletionProtectionEnabled,
      () => update({ DeletionProtectionEnabled: true }),
    ],
  ]
  const adopted: Adopted = { table: TableName, put_back: [], as_it_must_be: [], fixed }
  for (const [name, isSo, put] of parts) {
    if (!isSo) await put()
    adopted[isSo ? 'as_it_must_be' : 'put_back'].push(name)
  }
  return adopted
}

const fixed = ['its name', 'its keys', 'the second to which it was restored']

const described = async (client: DynamoDBClient, TableName: string): Promise<TableDescription> => {
  const answer = await client.send(new DescribeTableCommand({ TableName })).catch((cause: unknown) => {
    if (cause instanceof Error && cause.name === 'ResourceNotFoundException') return undefined
    throw cause
  })
  return (
    answer?.Table ??
    refuse(`There is no table ${TableName} in this account and region. Look with: aws dynamodb list-tables`)
  )
}

const refuseForeign = (name: string, { TableStatus, KeySchema, GlobalSecondaryIndexes = [] }: TableDescription) => {
  if (TableStatus === 'CREATING')
    refuse(`The table ${name} is still being restored. Wait with: aws dynamodb wait table-exists --table-name ${name}`)
  if (TableStatus === 'DELETING') refuse(`The table ${name} is being deleted.`)
  if (keysOf(KeySchema) !== `${tableShape.partitionKey} ${tableShape.sortKey}`)
    refuse(
      `The table ${name} has other keys than ${tableShape.partitionKey} and ${tableShape.sortKey}: it is none of ours.`,
    )
  for (const index of tableIndexes) {
    const made = GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === index.name)
    if (keysOf(made?.KeySchema) !== `${index.partitionKey} ${index.sortKey}`)
      refuse(`The table ${name} lacks the index ${index.name}: restore it again, with all indexes.`)
    if (made?.IndexStatus === 'CREATING')
      refuse(`The index ${index.name} of the table ${name} is still being built: run this again when it is active.`)
  }
}

const keysOf = (schema: TableDescription['KeySchema'] = []): string =>
  ['HASH', 'RANGE'].map((type) => schema.find(({ KeyType }) => KeyType === type)?.AttributeName).join(' ')

/** Waits until the table is active, because DynamoDB takes one change at a time. */
const untilActive = async (client: DynamoDBClient, TableName: string, sleep: Sleep): Promise<void> => {
  while ((await described(client, TableName)).TableStatus !== 'ACTIVE') await sleep(pollMs)
}

const expires = async (client: DynamoDBClient, TableName: string): Promise<boolean> => {
  const { TimeToLiveDescription: told } = await client.send(new DescribeTimeToLiveCommand({ TableName }))
  const isOn = told?.TimeToLiveStatus === 'ENABLED' || told?.TimeToLiveStatus === 'ENABLING'
  return isOn && told.AttributeName === tableShape.expiry
}

const isRestorable = async (client: DynamoDBClient, TableName: string): Promise<boolean> => {
  const { ContinuousBackupsDescription } = await client.send(new DescribeContinuousBackupsCommand({ TableName }))
  const told = ContinuousBackupsDescription?.PointInTimeRecoveryDescription
  const days = told?.RecoveryPeriodInDays ?? restorableDays
  return told?.PointInTimeRecoveryStatus === 'ENABLED' && days === restorableDays
}
