import type { Socket } from 'node:dgram'
import type { Table } from '../table/table.ts'
import type { Parts } from './parts.ts'

/**
 * Tells X-Ray's daemon which requests go to AWS and other hosts, without their contents.
 * Powertools' tracer would take 102 ms to import.
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-api-segmentdocuments.html
 */
export const traced = (parts: Parts): Parts => {
  const daemon = /^([\w.-]+):(\d+)$/.exec(parts.settings.get('AWS_XRAY_DAEMON_ADDRESS') ?? '')
  if (!daemon) return parts
  const [, host, port] = daemon
  let socket: Socket | undefined
  const send = (document: object) => {
    if (!socket) {
      // Loaded only when needed, because most invocations are not sampled.
      const { createSocket } = process.getBuiltinModule('node:dgram')
      socket = createSocket('udp4').on('error', () => undefined)
      socket.unref()
    }
    socket.send(`{"format":"json","version":1}\n${JSON.stringify(document)}`, Number(port), host, () => undefined)
  }

  const span = async <T>(about: Subsegment, perform: () => Promise<T>, read?: (answer: T) => object): Promise<T> => {
    const trace = readHeader(parts.settings.get('_X_AMZN_TRACE_ID'))
    if (!trace) return perform()
    const start_time = parts.worldTime() / 1000
    const tell = (outcome: object) =>
      send({
        type: 'subsegment',
        id: Buffer.from(parts.random.bytes(8)).toString('hex'),
        ...trace,
        ...about,
        ...outcome,
        start_time,
        end_time: parts.worldTime() / 1000,
      })
    try {
      const answer = await perform()
      tell(read?.(answer) ?? {})
      return answer
    } catch (cause) {
      tell({ fault: true })
      throw cause
    }
  }

  const ofTable = <A extends unknown[], T>(operation: string, method: (...request: A) => Promise<T>) => {
    return (...request: A) => span(aws('DynamoDB', operation), () => method(...request))
  }
  const { table, sqs, fetch: request } = parts
  const tracedTable: Table = {
    get: ofTable('GetItem', table.get) as Table['get'],
    getMany: ofTable('BatchGetItem', table.getMany) as Table['getMany'],
    putMany: ofTable('BatchWriteItem', table.putMany),
    query: ofTable('Query', table.query) as Table['query'],
    count: ofTable('Query', table.count),
    write: ofTable('Write', table.write) as Table['write'],
  }
  return {
    ...parts,
    table: tracedTable,
    sqs: new Proxy(sqs, {
      get: (client, name) =>
        name === 'send'
          ? (...command: Parameters<typeof sqs.send>) =>
              span(aws('SQS', 'SendMessage'), async () => client.send(...command))
          : Reflect.get(client, name),
    }),
    fetch: (url, init) =>
      span(
        remote(url),
        () => request(url, init),
        ({ status }) => answered(status),
      ),
  }
}

type Subsegment = Readonly<Record<string, unknown>>

const aws = (name: string, operation: string): Subsegment => ({ name, namespace: 'aws', aws: { operation } })

const remote = (url: Parameters<typeof fetch>[0]): Subsegment => ({
  name: new URL(url instanceof Request ? url.url : url).host,
  namespace: 'remote',
})

/** Describes an answer in X-Ray's terms: `fault` is the server's, `error` the client's. */
const answered = (status: number) => ({
  http: { response: { status } },
  fault: status >= 500,
  error: status >= 400 && status < 500,
})

/** Reads a header such as `Root=1-5e…;Parent=53…;Sampled=1`. Undefined unless sampled. */
const readHeader = (header = '') => {
  const { Root, Parent, Sampled } = Object.fromEntries(header.split(';').map((part) => part.split('=')))
  return Root && Parent && Sampled === '1' ? { trace_id: Root, parent_id: Parent } : undefined
}
