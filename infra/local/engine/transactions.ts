import type { CancellationReason } from '@aws-sdk/client-dynamodb'
import { ConditionalCheckFailedException, DynamoDBServiceException } from '@aws-sdk/client-dynamodb'
import type { KeyUnits, Spend, WriteUnits } from './capacity.ts'
import { cancelled, conditionFailedMessage, emptyKey, invalid } from './refusals.ts'
import { itemBytesMax, type Prepared, type WeighedWrite } from './writes.ts'

/** Applies all writes or none. Cancellation reasons are in the order of the writes. */
export const transact = (writes: Prepared[], spend: Spend): WriteUnits[] => {
  if (writes.length === 0 || writes.length > actionsMax)
    throw invalid(
      `1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have length ${writes.length ? `less than or equal to ${actionsMax}` : 'greater than or equal to 1'}`,
    )
  if (new Set(writes.map(({ key }) => JSON.stringify([key.pk, key.sk]))).size < writes.length)
    throw invalid('Transaction request cannot include multiple operations on one item')
  if (writes.some(({ bytesBrought }) => bytesBrought > itemBytesMax))
    throw invalid('Item size has exceeded the maximum allowed size')
  if (writes.reduce((sum, { bytesBrought }) => sum + bytesBrought, 0) > transactionBytesMax)
    throw invalid(
      'Collection size of items exceeded, which can also be caused by the aggregate size of the items in the transaction exceeding the 4MB limit',
    )

  const weighed: WeighedWrite[] = []
  const reasons = writes.map((write): CancellationReason => {
    try {
      weighed.push(write.weigh())
      return { Code: 'None' }
    } catch (cause) {
      return reasonOf(cause)
    }
  })
  const taken = weighed.length < writes.length ? writes.map((write) => write.refusedUnits()) : weighed.map(keysOf)
  spend('write', taken.flat().map(twice))
  if (weighed.length < writes.length) throw cancelled(reasons)
  for (const write of weighed) write.perform()
  return weighed.map(({ units }) => units)
}

const keysOf = ({ units }: WeighedWrite): KeyUnits[] => units.keys

/** Doubles the units of the table, not of indexes, as DynamoDB does for a transaction. */
const twice = (key: KeyUnits): KeyUnits => (key.index === undefined ? { ...key, units: 2 * key.units } : key)

const reasonOf = (cause: unknown): CancellationReason => {
  if (cause instanceof ConditionalCheckFailedException)
    return { Code: 'ConditionalCheckFailed', Message: conditionFailedMessage, Item: cause.Item }
  const isInvalid = cause instanceof DynamoDBServiceException && cause.name === 'ValidationException'
  // Reports an invalid write as a cancellation reason. An empty key fails the whole request.
  if (isInvalid && !cause.message.includes(emptyKey)) return { Code: 'ValidationError', Message: cause.message }
  throw cause
}

const actionsMax = 100
const transactionBytesMax = 4 * 1024 * 1024
