import * as z from 'zod'
import { scaledClock } from '../clock.ts'
import { createModelDouble } from './double.ts'
import { createRealtimeDouble } from './realtime.ts'
import { serveModel } from './server.ts'

/**
 * Settings of `node infra/local/model/main.ts '<JSON>'`, which starts the simulated model and
 * prints `ready <port>`. It exits on SIGTERM or when standard input closes.
 */
const Settings = z.object({
  port: z.int().min(0).max(65535).default(0),
  /** Equal in all processes of the local stack. */
  clock: z.object({ speed: z.number().positive(), startedAt: z.int() }),
  wordMs: z.number().min(0).default(40),
  realtime: z
    .object({ apiKey: z.string(), projectId: z.string(), webhookSecret: z.string(), webhookUrl: z.url() })
    .optional(),
})
export type ModelSettings = z.input<typeof Settings>

const { port, clock, wordMs, realtime } = Settings.parse(JSON.parse(process.argv[2] ?? '{}'))
const time = scaledClock(clock.speed, clock.startedAt)
const double = createModelDouble({ clock: time, wordMs })
const { url } = await serveModel(double, port, realtime && createRealtimeDouble({ ...realtime, clock: time }))
process.stdout.write(`ready ${new URL(url).port}\n`)

const stop = () => process.exit(0)
process.on('SIGTERM', stop)
process.stdin.on('close', stop).resume()
