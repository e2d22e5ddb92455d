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
     * On what worlds and simulations run: table and queues in their process, the table or both
     * behind HTTP, or the table here and there, compared command by command.
     */
    engines: 'own' | 'table' | 'real' | 'both'
  }
}

/**
 * A client of the table's engine for a world of this run; `endpoint` names one that other processes
 * reach too.
 */
export const chosenTableClient = (endpoint?: string): DynamoDBDocumentClient => {
  if (endpoint !== undefined) return localDocumentClient(endpoint)
  const engines = inject('engines')
  if (engines === 'own') return engineClient()
  return engines === 'both' ? bothEngines(inject('dynamodb')) : localDocumentClient(inject('dynamodb'))
}

/** The queues of a world of this run, and whether other processes reach them. */
export const chosenQueues = async (isReachable: boolean): Promise<Sqs> =>
  isReachable || inject('engines') === 'real' ? startSqs() : openQueues()
