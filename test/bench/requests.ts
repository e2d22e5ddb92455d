import type { HttpOperation } from '../../shared/operations/define.ts'
import { httpOperations } from '../../shared/operations/index.ts'
import { typicalRequest } from '../requests.ts'
import { tripsMax } from '../trips.ts'
import type { TestUser, World } from '../world.ts'
import { type BenchRow, type Measure, median } from './measure.ts'
import { type Invocation, openRecordedWorld, ownMs, roundTripsInSequence, unitsOf } from './recorder.ts'

const warmUps = 10
const runs = 25
const userData = 5

export const requests: Measure = {
  topic: 'requests',
  title: 'Requests',
  run: async ({ dynamodb }) => {
    const { world, invocations } = await openRecordedWorld(dynamodb)
    const owner = await world.user()
    for (const operation of httpOperations.filter(({ method }) => method === 'POST'))
      for (let count = 0; count < userData; count++) await ask(world, operation, owner)

    const rows: BenchRow[] = []
    for (const operation of httpOperations) {
      for (let count = 0; count < warmUps + runs; count++)
        await ask(world, operation, isList(operation) ? owner : await world.user())
      const own = invocations.filter((each) => each.operation === operation.id)
      rows.push(rowOf(operation, own.slice(-runs)))
    }
    await world.close()
    return rows
  },
}

export const ask = async (world: World, operation: HttpOperation, user: TestUser): Promise<void> => {
  const { path, body } = await typicalRequest(operation, { world, user })
  const { status, text } = await world.api(user.token, operation.method, path, body)
  if (status !== operation.status) throw new Error(`${operation.id} answered ${status}: ${text}`)
  await world.settled()
}

const rowOf = (operation: HttpOperation, measured: Invocation[]): BenchRow => {
  const write = median(measured.map((each) => unitsOf(each).write))
  const writeMax = writeUnitsMax.get(operation.id)
  return {
    operation: operation.id,
    'round trips in sequence': {
      value: median(measured.map(roundTripsInSequence)),
      budget: tripsMax(operation),
    },
    'read units': median(measured.map((each) => unitsOf(each).read)),
    'write units': writeMax === undefined ? write : { value: write, budget: writeMax },
    'own ms': { value: median(measured.map(ownMs)), budget: ownMsMax },
  }
}

const ownMsMax = 1
const writeUnitsMax = new Map([['create-lead', 6]])

const isList = ({ method, path }: HttpOperation): boolean => method === 'GET' && !path.includes('{id}')
