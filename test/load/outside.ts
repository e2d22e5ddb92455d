import type { CarrierDouble } from '../../infra/local/carrier/double.ts'
import type { ModelDouble } from '../../infra/local/model/double.ts'
import { functionAt } from '../../shared/providers/aws/talk-functions.ts'
import type { WebhookClient } from '../../shared/providers/web/webhook-client.ts'
import type { Dice } from './dice.ts'
import type { LoadDoor } from './door.ts'
import type { Figures } from './figures.ts'
import type { Functions } from './functions.ts'
import { latencies } from './quotas.ts'
import type { LoadSockets } from './sockets.ts'
import type { LoadTime } from './time.ts'

interface OutsideWorld {
  time: LoadTime
  dice: Dice
  figures: Figures
  carrier: CarrierDouble
  model: ModelDouble
  sockets: LoadSockets
  door: LoadDoor
  invoke: Functions['invoke']
  carrierOrigin: string
  origin: string
}

/** Opens the simulated services outside of Lambda, and clients for functions. */
export const openOutside = (world: OutsideWorld) => {
  const { time, dice, figures, carrier, model, sockets, door, invoke, carrierOrigin, origin } = world
  const heads = keptHeads()
  let isCounting = false
  const wait = async (span: readonly [number, number]) => {
    if (isCounting) await time.sleep(dice.within(span))
  }

  const answer = async (url: string, { signal: _, ...init }: RequestInit): Promise<Response> => {
    if (url.startsWith(carrierOrigin)) {
      if (init.method === 'POST' && url.endsWith('/Calls.json')) figures.rate('dials')
      await wait(latencies.carrier)
      return carrier.handle(new Request(url, init))
    }
    if (url.startsWith('http://model.test')) {
      const isEvaluation = String(init.body).includes('"response_format"')
      figures.rate(isEvaluation ? 'evaluations asked' : 'turns asked')
      await wait(isEvaluation ? latencies.evaluation : latencies.firstToken)
      return model.handle(new Request(url, init))
    }
    if (url.includes('/@connections/')) {
      await wait(latencies.frame)
      return sockets.serve(init.method ?? 'GET', new URL(url), textOf(init.body))
    }
    const woken = functionAt(url)
    if (woken) {
      await wait(latencies.network)
      // Ignores throttling, because Lambda would retry only after the end of the load test.
      void invoke(woken, JSON.parse(textOf(init.body)))
      return new Response(null, { status: 202 })
    }
    if (url.startsWith(headsUrl)) {
      await wait(latencies.bucket)
      return heads(init.method ?? 'GET', new URL(url))
    }
    throw new Error(`Nothing answers at ${url}`)
  }

  const fetch: typeof globalThis.fetch = (url, init = {}) => {
    const { signal } = init
    const answered = answer(String(url), init)
    if (!signal) return answered
    return new Promise((resolve, reject) => {
      if (signal.aborted) reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      answered.then(resolve, reject)
    })
  }

  /** Sends a carrier callback; the carrier waits 15 s for its answer. */
  const callback: typeof globalThis.fetch = async (url, init = {}) => {
    const target = String(url).slice(origin.length)
    const headers = { host: 'product.test', ...(init.headers as Record<string, string>) }
    const sentAt = time.now()
    await wait(latencies.network)
    const answered = await door({ method: init.method ?? 'POST', target, headers, body: String(init.body ?? '') })
    await wait(latencies.network)
    const tookMs = time.now() - sentAt
    figures.span(`callback ${target.split('/').at(-1)}`, tookMs)
    if (tookMs > carrierWaitsMs) throw new Error('The carrier did not wait any longer')
    const body = answered.statusCode === 204 ? null : answered.body
    return new Response(body, { status: answered.statusCode, headers: answered.headers as Record<string, string> })
  }

  const webhookClient = (): WebhookClient => ({
    ask: async () => {
      const sentAt = time.now()
      figures.rate('webhooks sent')
      await wait(latencies.receiver)
      const text = '{}'
      return { http_status: 200, text, is_cut: false, is_binary: false, duration_ms: time.now() - sentAt }
    },
  })

  return {
    fetch,
    callback,
    webhookClient,
    begin: () => {
      isCounting = true
    },
  }
}

export type Outside = ReturnType<typeof openOutside>

export const headsUrl = 'http://heads.test'

/**
 * Simulates the bucket with the signed ends (heads) of evidence chains. Stores each head once, and
 * lists the heads of a chain.
 */
const keptHeads = () => {
  const keys = new Set<string>()
  return (method: string, { pathname, searchParams }: URL): Response => {
    const key = pathname.slice(1)
    if (method === 'PUT') {
      const status = keys.has(key) ? 412 : 200
      keys.add(key)
      return new Response(null, { status })
    }
    const [prefix, after] = [searchParams.get('prefix') ?? '', searchParams.get('start-after') ?? '']
    const found = [...keys].filter((each) => each.startsWith(prefix) && each > after).toSorted()
    const most = Number(searchParams.get('max-keys'))
    const contents = found.slice(0, most).map((each) => `<Contents><Key>${each}</Key></Contents>`)
    return new Response(`${contents.join('')}<IsTruncated>${found.length > most}</IsTruncated>`)
  }
}

/** Twilio's time-out for voice webhooks. */
const carrierWaitsMs = 15_000

const textOf = (body: RequestInit['body']): string =>
  body instanceof Uint8Array ? Buffer.from(body).toString() : String(body ?? '')
