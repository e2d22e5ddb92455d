import {
  DeleteTableCommand,
  DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  UpdateTableCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Scene } from './scene.ts'

const waitSecondsMax = 60

/**
 * Restores a table like `aws dynamodb restore-table-to-point-in-time`, but only its present state.
 */
export const restoreTable = async (SourceTableName: string, TargetTableName: string): Promise<void> => {
  const client = new DynamoDBClient()
  const restore = { SourceTableName, TargetTableName, UseLatestRestorableTime: true }
  await client.send(new RestoreTableToPointInTimeCommand(restore))
  await waitUntilTableExists({ client, maxWaitTime: waitSecondsMax }, { TableName: TargetTableName })
  client.destroy()
}

/** Deletes the table, after removing its deletion protection. */
export const loseTable = async (TableName: string): Promise<void> => {
  const client = new DynamoDBClient()
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }))
  await client.send(new DeleteTableCommand({ TableName }))
  client.destroy()
}

const StoredItem = z.object({
  pk: z.string(),
  id: z.number().optional(),
  carrier_sid: z.string().optional(),
  sms_sid: z.string().optional(),
  total_cost: z.number().optional(),
  type: z.string().optional(),
  call_id: z.number().optional(),
  sms_id: z.number().optional(),
})

export const itemsOf = async (TableName: string): Promise<z.infer<typeof StoredItem>[]> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient())
  const items: z.infer<typeof StoredItem>[] = []
  for await (const page of paginateScan({ client }, { TableName, ConsistentRead: true }))
    items.push(
      ...z
        .array(StoredItem)
        .parse(page.Items ?? [])
        .filter(({ pk }) => /#(call|sms|ledger)$/.test(pk)),
    )
  client.destroy()
  return items
}

const Listed = z.object({
  calls: z.array(z.object({ sid: z.string(), to: z.string(), from: z.string(), direction: z.string() })).default([]),
  messages: z.array(z.object({ sid: z.string(), from: z.string(), direction: z.string() })).default([]),
})

export const listCarrier = async ({ carrier }: Scene, secret: Record<string, string>, what: 'Calls' | 'Messages') => {
  const { account_sid, auth_token } = secret
  const url = `${carrier}/2010-04-01/Accounts/${account_sid}/${what}.json?PageSize=1000`
  const authorization = `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`
  return Listed.parse(await (await fetch(url, { headers: { authorization } })).json())
}
