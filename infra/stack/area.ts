import { NestedStack, type Stack } from 'aws-cdk-lib'
import type { Operation } from '../../shared/operations/define.ts'
import { addFunction, queueOf, type SharedResources } from './function.ts'
import { addRoute, type HttpEntryPoint } from './http-api.ts'
import { addInvoker } from './invoker.ts'
import { areaPlace } from './names.ts'
import { addSchedule } from './schedules.ts'
import { addSocketRoute, type SocketApi } from './socket-api.ts'
import { addEventSource, concurrencyMaxIn } from './workers.ts'

export interface EntryPoints {
  http: HttpEntryPoint
  socket: SocketApi | undefined
}

export const addArea = (
  stack: Stack,
  area: string,
  operations: readonly Operation[],
  { shared, entryPoints }: { shared: SharedResources; entryPoints: EntryPoints },
): NestedStack => {
  const scope = new NestedStack(stack, areaPlace(area), { description: `${stack.stackName}: functions/${area}` })
  const invoker = addInvoker(scope, area)
  for (const operation of operations) {
    const lambda = addFunction(scope, operation, shared)
    switch (operation.kind) {
      case 'http':
      case 'asset':
      case 'publication':
      case 'visit':
      case 'callback':
      case 'notice':
      case 'mcp':
        addRoute(scope, operation, entryPoints.http, invoker(lambda))
        break
      case 'socket':
        if (entryPoints.socket) addSocketRoute(scope, operation, entryPoints.socket, invoker(lambda))
        break
      case 'worker':
        addEventSource(scope, operation, {
          lambda,
          queue: queueOf(shared, operation.queue),
          // Receives no more messages at once than the function has reserved executions. Otherwise
          // Lambda would refuse messages, which become dead letters.
          concurrencyMax: shared.reserved.get(operation.id) ?? concurrencyMaxIn(shared.stage, operation),
        })
        break
      case 'schedule':
        addSchedule(scope, operation, lambda, shared.alarms)
    }
  }
  return scope
}
