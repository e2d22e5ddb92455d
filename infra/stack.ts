import { type App, CfnOutput, Stack } from 'aws-cdk-lib'
import type { Operation, WorkerOperation } from '../shared/operations/define.ts'
import { operations as catalogue } from '../shared/operations/index.ts'
import { addAlarmTopic } from './alarms.ts'
import { addFunction, type House, queueOf } from './function.ts'
import { addHttpApi, addRoute, apiStage } from './http-api.ts'
import { nameByPlace } from './names.ts'
import { addSchedule } from './schedules.ts'
import { addCarrierSecret } from './secrets.ts'
import { addSocketApi, addSocketRoute } from './socket-api.ts'
import type { StageName } from './stages.ts'
import { addTable } from './table.ts'
import { addEventSource, addQueue } from './workers.ts'

interface StackOptions {
  stage: StageName
  /** The folder that infra/build.ts wrote. */
  bundles: string
  operations?: readonly Operation[]
}

/** The whole product in one stack: what functions share, then each operation with its function and what calls it. */
export const addParlance = (app: App, { stage, bundles, operations = catalogue }: StackOptions): Stack => {
  const stack = new Stack(app, `parlance-${stage}`, {
    description: `Parlance (${stage}): AI phone assistants, outbound campaigns and SMS`,
    terminationProtection: stage === 'prod',
  })

  const alarms = addAlarmTopic(stack)
  const table = addTable(stack, stage)
  const carrierSecret = addCarrierSecret(stack, stage)
  const httpApi = addHttpApi(stack, alarms)
  const socketApi = operations.some(({ kind }) => kind === 'socket') ? addSocketApi(stack) : undefined
  const queues = new Map(operations.filter(isWorker).map((worker) => [worker.queue, addQueue(stack, worker, alarms)]))

  const house: House = {
    bundles,
    table,
    queues,
    secretArns: { CARRIER: carrierSecret.ref },
    addresses: { PUBLIC_URL: httpApi.apiEndpoint, SOCKET_URL: socketApi?.url },
    alarms,
  }
  for (const operation of operations) {
    const lambda = addFunction(stack, operation, house)
    switch (operation.kind) {
      case 'http':
      case 'callback':
        addRoute(stack, operation, lambda, httpApi)
        break
      case 'socket':
        if (socketApi) addSocketRoute(stack, operation, lambda, socketApi)
        break
      case 'worker':
        addEventSource(stack, operation, lambda, queueOf(house, operation.queue))
        break
      case 'schedule':
        addSchedule(stack, operation, lambda)
    }
  }

  new CfnOutput(stack, 'BaseUrl', { value: `${httpApi.apiEndpoint}/${apiStage}` })
  new CfnOutput(stack, 'CallbackBase', { value: `${httpApi.apiEndpoint}/${apiStage}/carrier` })
  new CfnOutput(stack, 'CarrierSecretName', { value: carrierSecret.ref })
  new CfnOutput(stack, 'TableName', { value: table.tableName })
  new CfnOutput(stack, 'AlarmTopic', { value: alarms.topicArn })
  nameByPlace(stack)
  return stack
}

const isWorker = (operation: Operation): operation is WorkerOperation => operation.kind === 'worker'
