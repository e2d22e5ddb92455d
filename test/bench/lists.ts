import type { HttpOperation } from '../../shared/operations/define.ts'
import { httpOperations } from '../../shared/operations/index.ts'
import { typicalRequest } from '../requests.ts'
import { type BenchRow, type Measure, median } from './measure.ts'
import { openRecordedWorld, ownMs, roundTripsInSequence, unitsOf } from './recorder.ts'

const things = 100
const warmUps = 30
const runs = 31
const ownMsMax = 2
const short = new Set([
  ...['list-models', 'list-languages', 'list-evidence-keys', 'list-voices'],
  ...['list-blacklist', 'list-calling-rules', 'list-knowledgebases', 'list-simulations', 'list-suppression-lists'],
  ...['list-all-numbers', 'list-sms-numbers'],
])

const isLong = ({ id, method, path }: HttpOperation): boolean =>
  method === 'GET' && id.startsWith('list-') && !path.includes('{') && !short.has(id)

export const lists: Measure = {
  topic: 'lists',
  title: 'Lists of a hundred, on one page',
  run: async ({ dynamodb }) => {
    const { world, invocations } = await openRecordedWorld(dynamodb)
    const rows: BenchRow[] = []
    for (const operation of httpOperations.filter(isLong)) {
      const user = await world.user()
      const { path } = await typicalRequest(operation, { world, user })
      for (let made = 1; made < things; made++) await typicalRequest(operation, { world, user })
      await world.settled()
      const isPaged = operation.query !== undefined && 'per_page' in operation.query.fields
      const asked = isPaged ? `${path}?per_page=${things}` : path
      let shown: number | undefined
      let bytes = 0
      for (let run = 0; run < warmUps + runs; run++) {
        const { body, text } = await world.api(user.token, 'GET', asked)
        shown = [body, body.data].find(Array.isArray)?.length
        bytes = Buffer.byteLength(text)
      }
      const measured = invocations.filter((each) => each.operation === operation.id).slice(-runs)
      rows.push({
        operation: operation.id,
        shown,
        kilobytes: Math.round(bytes / 1024),
        'round trips in sequence': median(measured.map(roundTripsInSequence)),
        'read units': median(measured.map((each) => unitsOf(each).read)),
        'own ms': { value: median(measured.map(ownMs)), budget: ownMsMax },
      })
    }
    await world.close()
    return rows
  },
}
