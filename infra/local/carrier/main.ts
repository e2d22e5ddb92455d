import * as z from 'zod'
import { scaledClock } from '../clock.ts'
import { createCarrierDouble } from './double.ts'
import { talkOverSockets } from './relay.ts'
import { serveCarrier } from './server.ts'
import { inviteOverSocket } from './sip.ts'

/**
 * Settings of `node infra/local/carrier/main.ts '<JSON>'`, which starts the simulated carrier and
 * prints `ready <port>`. It exits on SIGTERM, or when its parent closes standard input.
 */
const Settings = z.object({
  port: z.int().min(0).max(65535).default(0),
  accountSid: z.string(),
  authToken: z.string(),
  /** Equal in all processes of the local stack. */
  clock: z.object({ speed: z.number().positive(), startedAt: z.int() }),
  inboundVoiceUrl: z.url().optional(),
  inboundMessageUrl: z.url().optional(),
  inboundStatusUrl: z.url().optional(),
  web: z
    .object({
      apiKeySid: z.string(),
      apiKeySecret: z.string(),
      applicationSid: z.string(),
      voiceUrl: z.url(),
      statusUrl: z.url(),
    })
    .optional(),
  sipUrl: z.url().optional(),
  createsPerSecondMax: z.number().positive().optional(),
  listsPerSecondMax: z.number().positive().optional(),
  seed: z.int().optional(),
})
export type CarrierSettings = z.input<typeof Settings>

const { port, clock, sipUrl, ...settings } = Settings.parse(JSON.parse(process.argv[2] ?? '{}'))
const time = scaledClock(clock.speed, clock.startedAt)
const log = (fact: object) => process.stderr.write(`${JSON.stringify({ source: 'carrier', ...fact })}\n`)
const { converse } = talkOverSockets({ clock: time, authToken: settings.authToken, log })
const double = createCarrierDouble({ ...settings, clock: time, converse, invite: inviteOverSocket(sipUrl), log })
const { url } = await serveCarrier(double, port)
process.stdout.write(`ready ${new URL(url).port}\n`)

const stop = () => process.exit(0)
process.on('SIGTERM', stop)
process.stdin.on('close', stop).resume()
