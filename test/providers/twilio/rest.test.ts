import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { settingsFrom } from '../../../shared/providers/aws/settings.ts'
import { carrier } from '../../../shared/providers/twilio/rest.ts'

/** Real milliseconds until a kept-alive connection is free again. */
const restMs = 20

test('uses a new connection after a freeze', async () => {
  const used = new Map<Socket, number>()
  const server = createServer((request, response) => {
    const before = used.get(request.socket) ?? 0
    used.set(request.socket, before + 1)
    // Resets a kept-alive connection, as if the server had closed it while Lambda was frozen.
    if (before > 0) request.socket.resetAndDestroy()
    else response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ sid: `CA${used.size}` }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { placeCall } = carrier({
    settings: settingsFrom({ PUBLIC_URL: 'https://product.test' }),
    secrets: { read: async () => ({ account_sid: 'AC1', auth_token: 'token', url: `http://127.0.0.1:${port}` }) },
    worldTime: Date.now,
    fetch,
  })
  const intent = { ref: '1-2', from: '+12025550100', to: '+12025550101', ring_seconds: 30, max_duration_seconds: 60 }
  const kinds = { record: false, detect_machine: false, waits_for_beep: false, leaves_by: Number.POSITIVE_INFINITY }
  for (const sid of ['CA1', 'CA2', 'CA3']) {
    expect(await placeCall({ ...intent, ...kinds })).toEqual({ outcome: 'placed', carrier_sid: sid })
    await pause(restMs)
  }
  expect([...used.values()]).toEqual([1, 1, 1])
  server.closeAllConnections()
  server.close()
})
