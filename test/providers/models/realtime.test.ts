import { describe, expect, test } from 'vitest'
import { noticeHeaders } from '../../../infra/local/model/realtime.ts'
import { type SessionSettings, sessionSettings } from '../../../shared/domain/conversations/realtime.ts'
import { voiceById } from '../../../shared/domain/reference/voices.ts'
import { settingsFrom } from '../../../shared/providers/aws/settings.ts'
import { realtime } from '../../../shared/providers/models/realtime.ts'
import { anAssistant } from '../../domain/assistants/assistants.ts'

const webhookSecret = `whsec_${Buffer.from('a secret of the vendor').toString('base64')}`
const keys = { openai_api_key: 'sk-1', openai_project_id: 'proj_1', openai_webhook_secret: webhookSecret }

const open = (fields: Record<string, string> = keys, answer: () => Response = () => new Response(null)) => {
  const asked: { url: string; method: string; authorization: string | null; body: unknown }[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const authorization = request.headers.get('authorization')
    asked.push({ url: request.url, method: request.method, authorization, body: await request.json() })
    return answer()
  }
  const settings = settingsFrom({ PUBLIC_URL: 'https://product.test' })
  const clock = { now: () => 0, sleep: async () => undefined }
  const openSocket = async () => Promise.reject(new Error('There is no session'))
  const made = realtime({ secrets: { read: async () => fields }, settings, clock, fetch, openSocket })
  const accept = (session_id: string, of: SessionSettings) => made.accept(session_id, of, { key: 'k', names: ['a'] })
  return { ...made, accept, asked }
}

const voice = voiceById(301)
if (!voice) throw new Error('No such voice')
const settings = sessionSettings({ assistant: anAssistant({ mode: 'multimodal', multimodal_model_id: 104 }), voice }, 0)

describe('where the carrier dials', () => {
  test('is the project at the vendor, or at its house in Europe', async () => {
    expect(await open().address()).toEqual({ address: 'sip:proj_1@sip.api.openai.com;transport=tls' })
    const european = { ...keys, openai_sip_host: 'sip-eu.api.openai.com' }
    expect(await open(european).address()).toEqual({ address: 'sip:proj_1@sip-eu.api.openai.com;transport=tls' })
  })

  test('is nowhere as long as a key is missing, and it says which', async () => {
    expect(await open({ openai_api_key: 'sk-1' }).address()).toEqual({
      missing: ['openai_project_id', 'openai_webhook_secret'],
    })
    expect(await open({}).isGenuine({}, '')).toBe(false)
  })
})

test('a call is accepted with the assistant’s settings, at the vendor’s own address', async () => {
  const { accept, asked } = open()
  expect(await accept('rtc_1', settings)).toBe('accepted')
  expect(asked).toEqual([
    {
      url: 'https://api.openai.com/v1/realtime/calls/rtc_1/accept',
      method: 'POST',
      authorization: 'Bearer sk-1',
      body: expect.objectContaining({
        type: 'realtime',
        model: 'gpt-realtime-2',
        output_modalities: ['audio'],
        tools: [
          {
            type: 'mcp',
            server_label: 'parlance',
            server_url: 'https://product.test/api/realtime/tools',
            authorization: 'k',
            allowed_tools: ['a'],
            require_approval: 'never',
          },
        ],
      }),
    },
  ])
})

test('a session that cannot be reached is none to steer', async () => {
  expect(await open().attach('rtc_1')).toBeUndefined()
})

test('a name of a call is never a path', async () => {
  const { reject, asked } = open()
  await reject('../../models')
  expect(asked[0]?.url).toBe('https://api.openai.com/v1/realtime/calls/..%2F..%2Fmodels/reject')
  expect(asked[0]?.body).toEqual({ status_code: 603 })
})

test.each([
  [200, 'accepted'],
  [404, 'gone'],
  [400, 'refused'],
  [401, 'refused'],
  [403, 'refused'],
])('an answer of %i means %s', async (status, outcome) => {
  expect(await open(keys, () => new Response(null, { status })).accept('rtc_1', settings)).toBe(outcome)
})

test.each([408, 429, 500, 503])('an answer of %i is an accident: the vendor will ask again', async (status) => {
  await expect(open(keys, () => new Response(null, { status })).accept('rtc_1', settings)).rejects.toThrow(`${status}`)
})

test('declines again only where that may help', async () => {
  await open(keys, () => new Response(null, { status: 404 })).reject('rtc_1')
  await expect(open(keys, () => new Response(null, { status: 500 })).reject('rtc_1')).rejects.toThrow('500')
})

test('accepts a rotated secret; an invalid one is an error', async () => {
  const headers = noticeHeaders(webhookSecret, 'wh_1', '{}', new Date())
  expect(await open().isGenuine(headers, '{}')).toBe(true)
  expect(await open().isGenuine(headers, '{ }')).toBe(false)
  await expect(open({ ...keys, openai_webhook_secret: 'whsec_?' }).isGenuine(headers, '{}')).rejects.toThrow()
})
