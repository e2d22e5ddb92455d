import { CloudFormationClient, DetectStackResourceDriftCommand } from '@aws-sdk/client-cloudformation'
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb'

export interface Safeguards {
  table: string
  expires: boolean
  /** True when point-in-time recovery is on. */
  isRestorable: boolean
  isProtected: boolean
  key: string | undefined
  /** Resources that are not encrypted with the stage's own key. */
  outsideKey: string[]
}

export interface Resource {
  type: string
  /** Name of the resource in AWS; for a queue, its URL. */
  name: string
}

interface Kept {
  stack: string
  table: string
  resources: Map<string, Resource>
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

const logKeys = async (
  StackName: string,
  resources: Map<string, Resource>,
): Promise<Record<string, string | undefined>> => {
  const client = new CloudFormationClient()
  const keys: Record<string, string | undefined> = {}
  // Reads log groups one after another, because CloudFormation throttles.
  for (const [LogicalResourceId, { type }] of resources) {
    if (type !== 'AWS::Logs::LogGroup') continue
    const command = new DetectStackResourceDriftCommand({ StackName, LogicalResourceId })
    keys[LogicalResourceId] = (await client.send(command)).StackResourceDrift?.ActualProperties
  }
  client.destroy()
  return keys
}
