import { CloudFormationClient, DetectStackResourceDriftCommand } from '@aws-sdk/client-cloudformation'
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb'

/**
 * Protections of a deployed stack's data; a restored table, or a change in the console, may lack
 * any of them.
 */
export interface Safeguards {
  table: string
  /** Items go when their time has come. */
  expires: boolean
  /** The table can be restored to any moment of the last weeks. */
  isRestorable: boolean
  /** The table cannot be deleted by mistake. */
  isProtected: boolean
  /** The stack's own key; undefined for a stage without one. */
  key: string | undefined
  /** Logical ids of resources that are not encrypted with that key. */
  outsideKey: string[]
}

export interface Resource {
  type: string
  /** AWS's name of it; of a queue, its URL. */
  name: string
}

interface Kept {
  stack: string
  table: string
  /** By logical id. */
  resources: Map<string, Resource>
  /** The answer of the bucket of recordings about how it encrypts. */
  bucketEncryption(): Promise<string>
}

export const safeguardsOf = async ({ stack, table, resources, bucketEncryption }: Kept): Promise<Safeguards> => {
  const client = new DynamoDBClient()
  const asked = { TableName: table }
  const [{ Table }, { TimeToLiveDescription }, { ContinuousBackupsDescription }] = await Promise.all([
    client.send(new DescribeTableCommand(asked)),
    client.send(new DescribeTimeToLiveCommand(asked)),
    client.send(new DescribeContinuousBackupsCommand(asked)),
  ])
  client.destroy()
  const keys = [...resources.values()].filter(({ type }) => type === 'AWS::KMS::Key')
  const key = keys[0]?.name
  const encryptedWith = key && {
    Table: Table?.SSEDescription?.KMSMasterKeyArn,
    Recordings: await bucketEncryption(),
    ...(await logKeys(stack, resources)),
  }
  const outside = Object.entries(encryptedWith ?? {}).filter(([, used]) => !used?.includes(String(key)))
  return {
    table,
    expires: TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED',
    isRestorable: ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === 'ENABLED',
    isProtected: Table?.DeletionProtectionEnabled === true,
    key,
    outsideKey: outside.map(([id]) => id),
  }
}

/** The key of each log group, as CloudFormation finds it. */
const logKeys = async (
  StackName: string,
  resources: Map<string, Resource>,
): Promise<Record<string, string | undefined>> => {
  const client = new CloudFormationClient()
  const keys: Record<string, string | undefined> = {}
  // One after another: CloudFormation throttles many requests at once.
  for (const [LogicalResourceId, { type }] of resources) {
    if (type !== 'AWS::Logs::LogGroup') continue
    const command = new DetectStackResourceDriftCommand({ StackName, LogicalResourceId })
    keys[LogicalResourceId] = (await client.send(command)).StackResourceDrift?.ActualProperties
  }
  client.destroy()
  return keys
}
