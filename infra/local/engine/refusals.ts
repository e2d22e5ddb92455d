import {
  type AttributeValue,
  type CancellationReason,
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  ResourceInUseException,
  ResourceNotFoundException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'

const answered = { $metadata: { httpStatusCode: 400 } }

export const invalid = (message: string) =>
  new DynamoDBServiceException({ name: 'ValidationException', $fault: 'client', message, ...answered })

export const emptyKey = 'The AttributeValue for a key attribute cannot contain an empty string value.'

export const conditionFailed = (Item: Record<string, AttributeValue> | undefined) =>
  new ConditionalCheckFailedException({ message: conditionFailedMessage, Item, ...answered })

export const conditionFailedMessage = 'The conditional request failed'

export const cancelled = (reasons: CancellationReason[]) =>
  new TransactionCanceledException({
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
    CancellationReasons: reasons,
    ...answered,
  })

export const tableMissing = () =>
  new ResourceNotFoundException({ message: 'Requested resource not found', ...answered })

export const tableInUse = (name: string) =>
  new ResourceInUseException({ message: `Table already exists: ${name}`, ...answered })

/** Error for input that the engine does not implement; it never guesses. */
export const unknown = (what: string) => new Error(`Not known to this engine: ${what}`)
