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
     * Engines of worlds: in-process (`own`), over HTTP, or both compared command by command
     * (`both`).
     */
    engines: 'own' | 'table' | 'real' | 'both'
  }
}

/** Opens an engine; `endpoint` is the address of one that other processes use, too. */
export const chosenTableClient = (endpoint?: string): DynamoDBDocumentClient => {
  if (endpoint !== undefined) return localDocumentClient(endpoint)
  const engines = inject('engines')
  if (engines === 'own') return engineClient()
  return engines === 'both' ? bothEngines(inject('dynamodb')) : localDocumentClient(inject('dynamodb'))
}

export const chosenQueues = async (isReachable: boolean): Promise<Sqs> =>
  isReachable || inject('engines') === 'real' ? startSqs() : openQueues()
