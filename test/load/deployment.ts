import { publicRoutesOf, type WorkerOperation } from '../../shared/operations/define.ts'
import {
  operations,
  routedOperations,
  scheduleOperations,
  socketOperations,
  workerOperations,
} from '../../shared/operations/index.ts'
import { synthesise } from '../infra/synthesis.ts'
import type { RouteSettings } from './door.ts'
import type { QueueSettings } from './queue.ts'

export interface LoadDeployment {
  functions: { id: string; timeoutMs: number; memoryMegabytes: number; reserved: number | undefined }[]
  queues: QueueSettings[]
  routes: RouteSettings[]
  sockets: { rate: number; burst: number }
  schedules: { id: string; everyMinutes: number }[]
}

export const readDeployment = async (): Promise<LoadDeployment> => {
  const { Resources, stackName } = await synthesise('prod', operations)
  const all = Object.entries(Resources)
  const ofType = (type: string) => all.filter(([, { Type }]) => Type === type)
  const functions = ofType('AWS::Lambda::Function').flatMap(([logicalId, { Properties }]) => {
    const id = String(Properties.FunctionName ?? '').slice(stackName.length + 1)
    const known = operations.some((operation) => operation.id === id)
    const { Timeout, MemorySize, RecursiveLoop: loop, ReservedConcurrentExecutions } = Properties
    const reserved = ReservedConcurrentExecutions === undefined ? undefined : Number(ReservedConcurrentExecutions)
    return known
      ? [{ id, logicalId, timeoutMs: Number(Timeout) * 1000, memoryMegabytes: Number(MemorySize), loop, reserved }]
      : []
  })
  const functionOf = (id: string) => found(functions, (one) => one.id === id, id)

  const sources = ofType('AWS::Lambda::EventSourceMapping')
  const queueOf = ({ id }: WorkerOperation): QueueSettings => {
    const { logicalId, loop } = functionOf(id)
    const [, { Properties }] = found(sources, ([, source]) => refersTo(source.Properties.FunctionName, logicalId), id)
    const [, queue] = found(ofType('AWS::SQS::Queue'), ([name]) => refersTo(Properties.EventSourceArn, name), id)
    const redrive = queue.Properties.RedrivePolicy as { maxReceiveCount: number }
    if (Properties.MaximumBatchingWindowInSeconds)
      throw new Error(`The load model waits for no batches, but ${id} does`)
    const scaling = Properties.ScalingConfig as { MaximumConcurrency: number }
    return {
      id,
      batchMax: Number(Properties.BatchSize),
      concurrencyMax: scaling.MaximumConcurrency,
      attemptsMax: redrive.maxReceiveCount,
      visibilitySeconds: Number(queue.Properties.VisibilityTimeout),
      recursiveLoop: loop === 'Allow' ? 'Allow' : 'Terminate',
    }
  }

  const stages = ofType('AWS::ApiGatewayV2::Stage').map(([, resource]) => resource)
  const http = found(stages, ({ Properties }) => Properties.RouteSettings !== undefined, 'stage of the HTTP API')
  const sockets = found(stages, ({ Properties }) => Properties.RouteSettings === undefined, 'stage of the sockets')
  const settings = http.Properties.RouteSettings as Record<string, Throttle>

  return {
    functions: functions.map(({ id, timeoutMs, memoryMegabytes, reserved }) => ({
      id,
      timeoutMs,
      memoryMegabytes,
      reserved,
    })),
    queues: workerOperations.map(queueOf),
    routes: routedOperations.flatMap((operation) =>
      publicRoutesOf(operation).map(({ method, path }) => ({
        id: operation.id,
        method,
        path,
        throttle: throttleOf(settings[`${method} ${path}`]),
      })),
    ),
    sockets: throttleOf((sockets.Properties as { DefaultRouteSettings?: Throttle }).DefaultRouteSettings),
    schedules: scheduleOperations.map(({ id, everyMinutes }) => ({ id, everyMinutes })),
  }
}

export const socketRoutes = Object.fromEntries(socketOperations.map(({ id, route }) => [route, id])) as Record<
  '$connect' | '$default' | '$disconnect',
  string
>

interface Throttle {
  ThrottlingRateLimit: number
  ThrottlingBurstLimit: number
}

const throttleOf = (settings: Throttle | undefined) => {
  if (!settings) throw new Error('The template does not say how much a route takes')
  return { rate: settings.ThrottlingRateLimit, burst: settings.ThrottlingBurstLimit }
}

const refersTo = (value: unknown, logicalId: string): boolean => JSON.stringify(value).includes(`"${logicalId}"`)

const found = <T>(all: T[], is: (one: T) => boolean, what: string): T => {
  const one = all.find(is)
  if (one === undefined) throw new Error(`The template lacks ${what}`)
  return one
}
