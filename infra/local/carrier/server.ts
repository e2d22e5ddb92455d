import { serve } from '../server.ts'
import { isConnectionLost } from './dialect.ts'
import type { CarrierDouble } from './double.ts'
import { openPageSocket } from './page-line.ts'

const bodyBytesMax = 64 * 1024

export const serveCarrier = (
  { handle, clock, joinPage }: Pick<CarrierDouble, 'handle'> & Partial<Pick<CarrierDouble, 'clock' | 'joinPage'>>,
  port: number,
) => {
  const pageSocket = clock && joinPage && openPageSocket({ clock, join: joinPage })
  return serve({ handle, port, bodyBytesMax, breaks: isConnectionLost, upgrade: pageSocket?.upgrade })
}
