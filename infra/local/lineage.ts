import type { SQSRecord } from 'aws-lambda'

/**
 * Invocations per function in a chain of messages. A function sends each message while it handles
 * the previous message.
 */
export type Lineage = ReadonlyMap<string, number>

/** Lambda stops a function after this number of invocations in one chain. */
const invocationsMax = 16

export const lineageAfter = (functionName: string, records: SQSRecord[]): Lineage => {
  const longest = new Map<string, number>()
  for (const [name, count] of records.flatMap(({ attributes }) => readLineage(attributes.AWSTraceHeader)))
    longest.set(name, Math.max(count, longest.get(name) ?? 0))
  return longest.set(functionName, (longest.get(functionName) ?? 0) + 1)
}

export const isLoop = (functionName: string, lineage: Lineage): boolean =>
  (lineage.get(functionName) ?? 0) > invocationsMax

/**
 * Writes a trace header such as `Lineage=place-call:1|dispatch-campaign:5`; Lambda itself writes
 * hashes.
 */
export const traceHeaderOf = (lineage: Lineage): string =>
  `Lineage=${[...lineage].map(([name, count]) => `${name}:${count}`).join('|')}`

const readLineage = (header = ''): [name: string, count: number][] => {
  const part = header.split(';').find((each) => each.startsWith('Lineage='))
  const chains = part?.slice('Lineage='.length).split('|') ?? []
  return chains.map((chain) => {
    const [name = '', count = 0] = chain.split(':')
    return [name, Number(count)]
  })
}
