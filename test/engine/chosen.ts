import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { inject } from 'vitest'
import { localDocumentClient } from '../../infra/local/dynamodb.ts'
import { bothEngines } from './both.ts'
import { engineClient } from './client.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** On what worlds and simulations run: the engine in their process, the one of the run, or both, compared command by command. */
    tableEngine: 'own' | 'real' | 'both'
  }
}

/** A client of the engine on which this run of the suite has its worlds. */
export const tableClient = (): DynamoDBDocumentClient => {
  const engine = inject('tableEngine')
  if (engine === 'own') return engineClient()
  return engine === 'both' ? bothEngines(inject('dynamodb')) : localDocumentClient(inject('dynamodb'))
}
