import type { TestProject } from 'vitest/node'
import { startDynamoDb } from '../infra/local/dynamodb.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    dynamodb: string
  }
}

/** One DynamoDB engine for the whole run; every world makes a table of its own in it. */
export const setup = async (project: TestProject) => {
  const engine = await startDynamoDb()
  project.provide('dynamodb', engine.endpoint)
  return () => engine.close()
}
