import { randomUUID } from 'node:crypto'
import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb'
import { createCarrierDouble } from '../../infra/local/carrier/double.ts'
import type { Fault } from '../../infra/local/carrier/parts.ts'
import { serveCarrier } from '../../infra/local/carrier/server.ts'
import { scaledClock } from '../../infra/local/clock.ts'
import { freePort, localDocumentClient } from '../../infra/local/dynamodb.ts'
import { startSqs } from '../../infra/local/sqs.ts'
import { type Opener, startStack } from '../../infra/local/stack.ts'
import { logTo } from '../../shared/words/log.ts'

interface RealTimeOptions {
  dynamodb: string
  open: Opener
  meter: (command: string, consumed: ConsumedCapacity[]) => void
  speed?: number
  environment?: Record<string, string>
  onCarrierRequest?: (request: Request) => Fault | undefined
}

/** Opens a test world whose clock follows real time, `speed` times as fast. */
export const openInRealTime = async (options: RealTimeOptions) => {
  const { dynamodb, open, meter, speed = 1, environment, onCarrierRequest: faults } = options
  const clock = scaledClock(speed)
  const account = { accountSid: 'AC00000000000000000000000000000001', authToken: 'bench' }
  const carrier = await serveCarrier(createCarrierDouble({ clock, ...account, faults }), 0)
  const sqs = await startSqs()
  const port = await freePort()
  const stack = await startStack({
    clock,
    speed,
    port,
    dynamodb: { client: localDocumentClient(dynamodb), tableName: `bench-${randomUUID()}` },
    sqs,
    environment: {
      STAGE: 'local',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      CARRIER_URL: carrier.url,
      CARRIER_ACCOUNT_SID: account.accountSid,
      CARRIER_AUTH_TOKEN: account.authToken,
      RATE_LIMIT_PER_MINUTE: '1000000000',
      ...environment,
    },
    log: logTo(() => {}),
    open,
    meter,
  })
  const close = async () => {
    await carrier.close()
    await stack.stop()
    await sqs.close()
  }
  return { url: stack.url, parts: stack.parts, close }
}
