import { serve } from '../server.ts'
import type { ModelDouble } from './double.ts'
import type { RealtimeDouble } from './realtime.ts'
import { openRealtimeSockets } from './sockets.ts'

/** Largest request in bytes: enough for prompts of 60,000 characters and long conversations. */
const bodyBytesMax = 4 * 1024 * 1024

/**
 * Serves the simulated model; port 0 selects a free port. An error in the model breaks the
 * connection.
 */
export const serveModel = async (double: Pick<ModelDouble, 'handle'>, port: number, realtime?: RealtimeDouble) => {
  const handle = async (request: Request) => (await realtime?.handle(request)) ?? double.handle(request)
  const sockets = realtime && openRealtimeSockets(realtime)
  const server = await serve({ handle, port, bodyBytesMax, breaks: () => true, upgrade: sockets?.upgrade })
  return {
    ...server,
    url: `${server.url}/v1`,
    close: () => {
      sockets?.close()
      return server.close()
    },
  }
}
