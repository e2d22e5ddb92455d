import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { answersOf } from '../../infra/local/engine/commands.ts'
import { openMarshalling } from '../../infra/local/engine/marshalling.ts'
import { unknown } from '../../infra/local/engine/refusals.ts'
import { documentClient } from '../../shared/table/table.ts'

/**
 * DynamoDB in this process, behind the product's document client. Rejects features that the product
 * does not use.
 */
export const engineClient = (): DynamoDBDocumentClient => {
  const client = documentClient({ endpoint: 'http://engine.test', region: 'us-east-1' })
  const answers = answersOf(openMarshalling(client.config.translateConfig?.marshallOptions ?? {}))
  const send = async (command: { constructor: NewableFunction; input: never }) => {
    // Each request waits for one turn of the event loop, so that concurrent requests interleave.
    await new Promise((resolve) => setImmediate(resolve))
    const answer = answers.get(command.constructor)
    if (!answer) throw unknown(command.constructor.name)
    return answer(command.input)
  }
  return Object.assign(client, { send: send as unknown as typeof client.send })
}
