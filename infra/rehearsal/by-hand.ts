import {
  DynamoDBClient,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { tableShape } from '../../shared/table/keys.ts'
import { must } from '../../shared/words/must.ts'
import type { WorkQueue } from '../admin/work-queue.ts'
import { askAws } from './aws-request.ts'
import { fillSecret } from './deploy.ts'
import type { Double } from './doubles.ts'
import type { Scene, SceneUser } from './scene.ts'

export interface Breakable {
  scene: Scene
  user: SceneUser
  campaign_id: number
  outputs: Record<string, string>
  nameOf(logicalId: string): string
  queueOf(worker: string): WorkQueue
  carrier: Double
  model: Double
  /**
   * URLs of two model servers: one refuses every API key, the other ends its streams without text.
   */
  refusingModel: string
  silentModel: string
}

const dynamodb = new DynamoDBClient()

export const table = ({ outputs }: Breakable) => must(outputs.TableName, 'output TableName')
export const bucket = ({ outputs }: Breakable) => must(outputs.RecordingsBucketName, 'output RecordingsBucketName')
export const carrierSecret = ({ outputs }: Breakable) => must(outputs.CarrierSecretName, 'output CarrierSecretName')
const modelSecret = ({ outputs }: Breakable) => must(outputs.ModelSecretName, 'output ModelSecretName')

export const setExpiry = (on: Breakable, Enabled: boolean) => {
  const TimeToLiveSpecification = { Enabled, AttributeName: tableShape.expiry }
  return dynamodb.send(new UpdateTimeToLiveCommand({ TableName: table(on), TimeToLiveSpecification }))
}
export const setBackups = (on: Breakable, PointInTimeRecoveryEnabled: boolean) => {
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled }
  return dynamodb.send(new UpdateContinuousBackupsCommand({ TableName: table(on), PointInTimeRecoverySpecification }))
}
export const setProtection = (on: Breakable, DeletionProtectionEnabled: boolean) =>
  dynamodb.send(new UpdateTableCommand({ TableName: table(on), DeletionProtectionEnabled }))

export const recreateLogGroup = async (on: Breakable, kmsKeyId?: string) => {
  const logGroupName = on.nameOf('Log')
  await askAws({ service: 'logs', target: 'Logs_20140328.DeleteLogGroup', body: JSON.stringify({ logGroupName }) })
  const body = JSON.stringify({ logGroupName, kmsKeyId })
  await askAws({ service: 'logs', target: 'Logs_20140328.CreateLogGroup', body })
}

export const encryptBucket = (on: Breakable, byDefault: string) => {
  const rule = `<Rule><ApplyServerSideEncryptionByDefault>${byDefault}</ApplyServerSideEncryptionByDefault></Rule>`
  const body = `<ServerSideEncryptionConfiguration>${rule}</ServerSideEncryptionConfiguration>`
  return askAws({ service: 's3', method: 'PUT', path: `/${bucket(on)}?encryption`, body })
}
export const underKey = (on: Breakable) =>
  encryptBucket(on, `<SSEAlgorithm>aws:kms</SSEAlgorithm><KMSMasterKeyID>${on.nameOf('Key')}</KMSMasterKeyID>`)

export const setSchedule = (on: Breakable, target: 'DisableRule' | 'EnableRule') => {
  const body = JSON.stringify({ Name: on.nameOf('RedriveDueSchedule') })
  return askAws({ service: 'events', target: `AWSEvents.${target}`, body })
}
export const setEventSource = (on: Breakable, Enabled: boolean) => {
  const path = `/2015-03-31/event-source-mappings/${on.nameOf('SettleSmsEventSource')}`
  return askAws({ service: 'lambda', method: 'PUT', path, body: JSON.stringify({ Enabled }) })
}
/** Reserves zero concurrency, so that the function cannot run. */
export const stopFunction = async ({ scene }: Breakable, id: string) => {
  const name = `${scene.stackName}-${id}`
  const body = JSON.stringify({ ReservedConcurrentExecutions: 0 })
  await askAws({ service: 'lambda', method: 'PUT', path: `/2017-10-31/functions/${name}/concurrency`, body })
  return () => askAws({ service: 'lambda', method: 'DELETE', path: `/2017-10-31/functions/${name}/concurrency` })
}

export const fillCarrier = (on: Breakable, more: Record<string, string> = {}) =>
  fillSecret(carrierSecret(on), { ...on.carrier.secret, ...more })
export const fillModel = (on: Breakable, more: Record<string, string> = {}) =>
  fillSecret(modelSecret(on), { ...on.model.secret, ...more })
