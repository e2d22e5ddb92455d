import * as account from './account.ts'
import * as assistants from './assistants.ts'
import * as calls from './calls.ts'
import type {
  CallbackOperation,
  HttpOperation,
  Operation,
  ScheduleOperation,
  SocketOperation,
  WorkerOperation,
} from './define.ts'
import * as languages from './languages.ts'
import * as models from './models.ts'
import * as numbers from './numbers.ts'
import * as voices from './voices.ts'

/** The catalogue: everything the system does. */
export const operations: readonly Operation[] = [
  calls,
  assistants,
  numbers,
  voices,
  models,
  languages,
  account,
].flatMap((area): Operation[] => Object.values(area))

const ofKind =
  <O extends Operation>(kind: O['kind']) =>
  (operation: Operation): operation is O =>
    operation.kind === kind

export const httpOperations = operations.filter(ofKind<HttpOperation>('http'))
export const callbackOperations = operations.filter(ofKind<CallbackOperation>('callback'))
export const socketOperations = operations.filter(ofKind<SocketOperation>('socket'))
export const workerOperations = operations.filter(ofKind<WorkerOperation>('worker'))
export const scheduleOperations = operations.filter(ofKind<ScheduleOperation>('schedule'))
