import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { inject } from 'vitest'
import { localDocumentClient } from '../../infra/local/dynamodb.ts'
import { type Sqs, startSqs } from '../../infra/local/sqs.ts'
import { bothEngines } from './both.ts'
import { engineClient } from './client.ts'
import { openQueues } from './queues.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * `own`: table and queues in-process. `table`: table over HTTP. `real`: both over HTTP. `both`:
     * compares two table emulators.
     */
    engines: 'own' | 'table' | 'real' | 'both'
  }
}

/** Opens a DynamoDB emulator. With `endpoint`, other processes can use the same emulator. */
export const chosenTableClient = (endpoint?: string): DynamoDBDocumentClient => {
  if (endpoint !== undefined) return localDocumentClient(endpoint)
  const engines = inject('engines')
  if (engines === 'own') return engineClient()
  return engines === 'both' ? bothEngines(inject('dynamodb')) : localDocumentClient(inject('dynamodb'))
}

export const chosenQueues = async (isReachable: boolean): Promise<Sqs> =>
  isReachable || inject('engines') === 'real' ? startSqs() : openQueues()
