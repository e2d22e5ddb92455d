import { socketsOf } from '../aws/sockets.ts'
import { readFrame, writeFrame } from './relay.ts'

export const sockets = socketsOf({ read: readFrame, write: writeFrame })
