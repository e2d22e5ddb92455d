import { serve } from '../server.ts'
import { isConnectionLost } from './dialect.ts'
import type { CarrierDouble } from './double.ts'

const bodyBytesMax = 64 * 1024

/** Serves the double on 127.0.0.1; port 0 takes a free one. */
export const serveCarrier = ({ handle }: Pick<CarrierDouble, 'handle'>, port: number) =>
  serve({ handle, port, bodyBytesMax, breaks: isConnectionLost })
