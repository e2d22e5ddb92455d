import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { answersOf, type CommandWatch } from './commands.ts'
import { jsonOf, wireCodec } from './wire.ts'

type Change = { table: string; key: { pk: string; sk: string }; item?: object }

type Line = { created: CreateTableCommand['input'] } | { changed: Change[] }

export interface Journal {
  /** Input and result are in DynamoDB's JSON format. */
  answer(command: unknown, input: object): object
  close(): void
}

const openEngine = (watch?: CommandWatch): Journal['answer'] => {
  const answers = answersOf(wireCodec, watch)
  return (command, input) => {
    const perform = answers.get(command)
    if (!perform) throw new Error('Not known to this engine: the command')
    return perform(input as never)
  }
}

/**
 * Opens an engine that appends each change to a file before it answers, so a killed process loses
 * no answered request. Opening also removes old versions of items from the file.
 */
export const openJournal = (file: string | undefined): Journal => {
  if (file === undefined) return { answer: openEngine(), close: () => {} }
  let lines: Line[] = []
  let changed: Change[] = []
  const answer = openEngine({
    created: (created) => lines.push({ created }),
    replaced: (table, { key, after }) => changed.push({ table, key, ...(after && { item: jsonOf(after.fields) }) }),
  })
  const taken = (): Line[] => {
    const took = [...lines, ...(changed.length > 0 ? [{ changed }] : [])]
    lines = []
    changed = []
    return took
  }

  mkdirSync(dirname(file), { recursive: true })
  const kept = linesOf(file)
  for (const line of kept) replay(answer, line)
  taken()
  rewrite(file, kept)
  const descriptor = openSync(file, 'a')
  return {
    answer: (command, input) => {
      const answered = answer(command, input)
      for (const line of taken()) writeSync(descriptor, `${JSON.stringify(line)}\n`)
      return answered
    },
    close: () => closeSync(descriptor),
  }
}

const replay = (answer: Journal['answer'], line: Line) => {
  if ('created' in line) return void answer(CreateTableCommand, line.created)
  for (const { table: TableName, item: Item, key } of line.changed)
    if (Item) answer(PutCommand, { TableName, Item })
    else answer(DeleteCommand, { TableName, Key: { pk: { S: key.pk }, sk: { S: key.sk } } })
}

/** Replaces the file atomically, so a crash leaves the old file. */
const rewrite = (file: string, lines: Line[]) => {
  const items = new Map<string, Line>()
  for (const line of lines)
    if ('created' in line) items.set(`table ${line.created.TableName}`, line)
    else
      for (const change of line.changed) {
        const name = JSON.stringify([change.table, change.key])
        if (change.item) items.set(name, { changed: [change] })
        else items.delete(name)
      }
  const unfinished = `${file}.part`
  writeFileSync(unfinished, [...items.values()].map((line) => `${JSON.stringify(line)}\n`).join(''))
  renameSync(unfinished, file)
}

/** Ignores an incomplete last line: the process crashed before it answered the request. */
const linesOf = (file: string): Line[] => {
  const text = readIfAny(file)
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  return whole
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

const readIfAny = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return ''
    throw cause
  }
}
