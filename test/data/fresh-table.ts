import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { createTable } from '../../infra/local/create-table.ts'
import { localDocumentClient } from '../../infra/local/dynamodb.ts'
import { openTable } from '../../shared/table/table.ts'
import type { Clock } from '../../shared/words/clock.ts'
import { seededRandom } from '../world.ts'
import { localSecret } from './local-secret.ts'

/** Function that runs instead of a request to the table; `go` sends the request. */
export type Interfere = (command: string, go: () => Promise<unknown>) => Promise<unknown>

/** Creates a table in the DynamoDB emulator, with a clock that stands still and records sleeps. */
export const freshTable = async () => {
  const client = localDocumentClient(inject('dynamodb'))
  const name = `test-${randomUUID()}`
  await createTable(client, name)

  let interfere: Interfere = (_command, go) => go()
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        let answer: Awaited<ReturnType<typeof next>> | undefined
        await interfere(commandName ?? '', async () => {
          answer = await next(args)
          return answer.output
        })
        if (!answer) throw new Error('The request was swallowed')
        return answer
      },
    { step: 'initialize', name: 'interfere' },
  )

  const sleptMs: number[] = []
  const clock: Clock = {
    now: () => Date.UTC(2026, 0, 1),
    sleep: async (delayMs) => {
      sleptMs.push(delayMs)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
  const random = seededRandom(name)
  const commands: string[] = []
  const table = openTable({ name, client, clock, random, meter: (command) => commands.push(command) })
  return {
    table,
    clock,
    random,
    settings: { get: (): string | undefined => undefined, required: () => name },
    ...localSecret,
    sleptMs,
    commands,
    interfere: (how: Interfere) => {
      interfere = how
    },
  }
}

export type FreshTable = Awaited<ReturnType<typeof freshTable>>
