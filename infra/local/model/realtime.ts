import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import * as z from 'zod'
import type { End, Invite } from '../carrier/sip.ts'
import type { LocalClock } from '../clock.ts'
import { behaviourOf } from './behaviours.ts'
import { createSession, type RealtimeSession } from './realtime-session.ts'

/**
 * Options of a simulation of OpenAI's SIP calls. It announces a call with a signed event, rings
 * until the product accepts or rejects the call, then talks.
 */
export interface RealtimeOptions {
  clock: LocalClock
  apiKey: string
  projectId: string
  webhookSecret: string
  webhookUrl: string
  fetch?: typeof fetch
}

const Settings = z.strictObject({
  type: z.literal('realtime'),
  model: z.string().startsWith('gpt-realtime'),
  instructions: z.string().optional(),
  output_modalities: z
    .array(z.enum(['audio', 'text']))
    .length(1)
    .optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('mcp'),
        server_label: z.string().regex(/^[A-Za-z][\w-]*$/),
        server_url: z.url(),
        server_description: z.string().optional(),
        authorization: z.string().optional(),
        headers: z.record(z.string(), z.string()).optional(),
        allowed_tools: z.array(z.string()).optional(),
        require_approval: z.enum(['never', 'always']).optional(),
      }),
    )
    .optional(),
  audio: z
    .strictObject({
      input: z
        .strictObject({
          noise_reduction: z
            .strictObject({ type: z.enum(['near_field', 'far_field']) })
            .nullable()
            .optional(),
          transcription: z.strictObject({ model: z.string(), language: z.string().optional() }).nullable().optional(),
          turn_detection: z
            .discriminatedUnion('type', [
              z.strictObject({
                type: z.literal('server_vad'),
                threshold: z.number().min(0).max(1).optional(),
                prefix_padding_ms: z.int().min(0).optional(),
                silence_duration_ms: z.int().min(0).optional(),
                idle_timeout_ms: z.int().min(5_000).max(30_000).nullable().optional(),
                create_response: z.boolean().optional(),
                interrupt_response: z.boolean().optional(),
              }),
              z.strictObject({
                type: z.literal('semantic_vad'),
                eagerness: z.enum(['low', 'medium', 'high', 'auto']).optional(),
                create_response: z.boolean().optional(),
                interrupt_response: z.boolean().optional(),
              }),
            ])
            .nullable()
            .optional(),
        })
        .optional(),
      output: z
        .strictObject({ voice: z.string().optional(), speed: z.number().min(0.25).max(1.5).optional() })
        .optional(),
    })
    .optional(),
})
export type AcceptedSettings = z.output<typeof Settings>

export interface RealtimeCall {
  id: string
  /** SIP status of the answer; undefined while the call rings. */
  status?: number
  settings?: AcceptedSettings
}

const Refusal = z.object({ status_code: z.int().min(400).max(699).default(603) })
const path = /^\/v1\/realtime\/calls\/([\w-]+)\/(accept|reject|hangup)$/
/** Number of attempts to send an event if the product refuses it. */
const tellingsMax = 4
const tellAgainMs = 2_000
const ringMs = 20_000
const notAnswered = 408
const unknownAddress = 404

interface RingingCall extends RealtimeCall {
  answer: (status: number) => void
  caller: End
}

interface Vendor extends RealtimeOptions {
  fetch: typeof fetch
  calls: Map<string, RingingCall>
  sessions: Map<string, RealtimeSession>
}

export const createRealtimeDouble = (options: RealtimeOptions) => {
  const vendor: Vendor = { ...options, fetch: options.fetch ?? fetch, calls: new Map(), sessions: new Map() }
  const told = (): RealtimeCall[] =>
    [...vendor.calls.values()].map(({ id, status, settings }) => ({ id, status, settings }))
  const ring: (...call: [address: string, caller?: End]) => ReturnType<Invite> = (address, caller = deaf) =>
    ringAt(vendor, address, caller)

  return {
    handle: async (request: Request): Promise<Response | undefined> => {
      const { pathname } = new URL(request.url)
      if (request.method === 'GET' && pathname === '/_double/realtime-calls') return Response.json(told())
      const [, id, what] = path.exec(pathname) ?? []
      return request.method === 'POST' && id && what ? serve(vendor, request, { id, what }) : undefined
    },
    ring,
    apiKey: vendor.apiKey,
    sessionOf: (id: string) => vendor.sessions.get(id),
    calls: told,
  }
}

const tell = async (vendor: Vendor, id: string, event: object, left = tellingsMax): Promise<void> => {
  const body = JSON.stringify(event)
  const headers = noticeHeaders(vendor.webhookSecret, `wh_${id}`, body, new Date())
  const taken = await vendor.fetch(vendor.webhookUrl, { method: 'POST', headers, body }).then(
    ({ ok }) => ok,
    () => false,
  )
  // The product has accepted the event, so it is not sent again. An unanswered call ends after
  // `ringMs`.
  if (taken) return ringOut(vendor, id, ringMs)
  if (left === 1) return ringOut(vendor, id, 0)
  vendor.clock.after(tellAgainMs, () => tell(vendor, id, event, left - 1))
}

const ringOut = (vendor: Vendor, id: string, afterMs: number): void => {
  vendor.clock.after(afterMs, () => {
    answer(vendor, id, notAnswered)
  })
}

const ringAt = async (vendor: Vendor, address: string, caller: End): ReturnType<Invite> => {
  const { calls, projectId, sessions } = vendor
  const [uri = '', query = ''] = address.split('?')
  if (uri !== `sip:${projectId}@sip.api.openai.com;transport=tls`) return { status: unknownAddress }
  const id = `rtc_${randomBytes(12).toString('hex')}`
  const status = new Promise<number>((resolve) => calls.set(id, { id, answer: resolve, caller }))
  const sip_headers = [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }))
  const created_at = Math.floor(Date.now() / 1000)
  const data = { call_id: id, sip_headers: [{ name: 'From', value: 'sip:caller@carrier.test' }, ...sip_headers] }
  await tell(vendor, id, { object: 'event', id: `evt_${id}`, type: 'realtime.call.incoming', created_at, data })
  return { status: await status, callee: sessions.get(id)?.callee }
}

const answer = ({ calls }: Vendor, id: string, status: number): boolean => {
  const call = calls.get(id)
  if (!call || call.status !== undefined) return false
  call.status = status
  call.answer(status)
  return true
}

const serve = async (
  vendor: Vendor,
  request: Request,
  { id, what }: { id: string; what: string },
): Promise<Response> => {
  const { apiKey, calls, sessions } = vendor
  if (request.headers.get('authorization') !== `Bearer ${apiKey}`)
    return refusal(401, 'invalid_api_key', 'The realtime double does not know this key')
  const call = calls.get(id)
  if (!call) return refusal(404, 'call_id_not_found', 'No such call')
  const text = await request.text()
  const body: unknown = text ? JSON.parse(text) : {}
  if (what === 'hangup') {
    sessions.get(id)?.hangUp()
    return new Response(null, { status: 200 })
  }
  if (what === 'accept') return accept(vendor, call, body)
  const isFirst = answer(vendor, id, Refusal.parse(body).status_code)
  return isFirst ? new Response(null, { status: 200 }) : refusal(404, 'call_id_not_found', 'It is over')
}

const accept = (vendor: Vendor, call: RingingCall, body: unknown): Response => {
  const { clock, fetch: send, sessions } = vendor
  const settings = Settings.safeParse(body)
  if (!settings.success) return refusal(400, 'invalid_request_error', z.prettifyError(settings.error))
  const { model, instructions = '' } = settings.data
  const behaviour = behaviourOf({ kind: 'realtime', model, text: instructions })
  if (behaviour === 'fail') return refusal(500, 'server_error', 'The realtime double fails, as it was asked to')
  if (behaviour === 'denied') return refusal(401, 'invalid_api_key', 'The realtime double does not know this key')
  if (call.status !== undefined) return refusal(404, 'call_id_not_found', 'It was answered before')
  const { id, caller } = call
  call.settings = settings.data
  sessions.set(id, createSession({ id, clock, settings: settings.data, behaviour, caller, fetch: send }))
  answer(vendor, id, 200)
  return new Response(null, { status: 200 })
}

const deaf: End = { hears: () => undefined, left: () => undefined }

/** Makes the headers of a signed event. `at` is real time, not simulated time. */
export const noticeHeaders = (secret: string, id: string, body: string, at: Date): Record<string, string> => ({
  'content-type': 'application/json',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign(id, at, body),
})

export type RealtimeDouble = ReturnType<typeof createRealtimeDouble>

const refusal = (status: number, code: string, message: string) =>
  Response.json({ error: { message, type: code, code, param: null } }, { status })
