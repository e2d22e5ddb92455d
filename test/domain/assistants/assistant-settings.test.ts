import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { connectAssistant } from '../../../shared/actions/legs/connect-assistant.ts'
import type { Assistant } from '../../../shared/domain/assistants/assistant.ts'
import { AssistantDraft } from '../../../shared/domain/assistants/assistant-form.ts'
import { noticeFlagsOf, requestedNotices } from '../../../shared/domain/calls/call-notices.ts'
import { newCall } from '../../../shared/domain/calls/new-call.ts'
import { endCall, shownTool } from '../../../shared/domain/conversations/call-tools.ts'
import { disclosureOf } from '../../../shared/domain/conversations/disclosure.ts'
import { sessionSettings } from '../../../shared/domain/conversations/realtime.ts'
import { greetingOf, isBackchannel, scriptOf, wordsOf } from '../../../shared/domain/conversations/script.ts'
import { watch } from '../../../shared/domain/conversations/silence-checks.ts'
import { voiceById } from '../../../shared/domain/reference/voices.ts'
import { settingsFrom } from '../../../shared/providers/aws/settings.ts'
import { writeInstruction } from '../../../shared/providers/twilio/instructions.ts'
import { logTo } from '../../../shared/words/log.ts'
import { awaitedTalk } from '../../fixtures.ts'
import { anAssistant } from './assistants.ts'

/**
 * These tests prove each row of docs/assistants.md: a setting changes what the carrier, the model
 * or webhook receivers get.
 */
type Setting = keyof typeof AssistantDraft.fields

interface Change {
  from?: Partial<Assistant>
  to: Partial<Assistant>
}

const changes: Record<Setting, Change | string> = {
  assistant_name: { to: { name: 'Berta' } },
  voice_id: { to: { voice_id: 2 } },
  language: { to: { language_id: 19 } },
  llm_model: { to: { llm_model_id: 14, multimodal_model_id: 104 } },
  multimodal_model_id: 'test/functions/assistants/names-as-shown.test.ts',
  calls_direction: 'test/functions/calls/make-call.test.ts',
  engine_type: 'test/functions/conversations/receive-realtime-call.test.ts',
  timezone: { to: { timezone: 'Asia/Tokyo' } },
  initial_message: { to: { initial_message: 'Good morning.' } },
  system_prompt: { to: { system_prompt: 'Be long.' } },
  endpoint_type: { to: { endpoint_type: 'ai' } },
  endpoint_sensitivity: { to: { endpoint_sensitivity: 2 } },
  interrupt_sensitivity: { to: { interrupt_sensitivity: 4 } },
  ambient_sound_volume: { to: { ambient_sound_volume: 1 } },
  post_call_evaluation: 'test/functions/calls/evaluate-call.test.ts',
  post_call_schema: 'test/functions/calls/evaluate-call.test.ts',
  send_webhook_only_on_completed: 'test/functions/webhooks/deliver-webhook.test.ts',
  include_recording_in_webhook: 'test/functions/webhooks/deliver-webhook.test.ts',
  is_webhook_active: 'test/functions/webhooks/deliver-webhook.test.ts',
  webhook_url: 'test/functions/webhooks/deliver-webhook.test.ts',
  conversation_ended_webhook_url: 'test/functions/chats/conversation-ended-webhook.test.ts',
  phone_number_id: 'test/functions/calls/receive-incoming-call.test.ts',
  use_min_interrupt_words: { from: { min_interrupt_words: 3 }, to: { min_interrupt_words: 0 } },
  min_interrupt_words: { to: { min_interrupt_words: 3 } },
  variables: { from: { system_prompt: 'Sell {{what}}.' }, to: { variables: { what: 'tea' } } },
  'end_call_tool.description': { to: { end_call_description: 'After the order.' } },
  end_call_tool: { to: { end_call_description: 'After the order.' } },
  tool_ids: 'test/functions/conversations/use-tools.test.ts',
  tools: 'test/functions/conversations/built-in-tools.test.ts',
  knowledgebase_id: 'test/functions/conversations/use-knowledge.test.ts',
  knowledgebase_mode: 'test/functions/conversations/use-knowledge.test.ts',
  llm_temperature: { to: { llm_temperature: 0.9 } },
  voice_stability: { to: { voice_stability: 0.1 } },
  voice_similarity: { to: { voice_similarity: 0.9 } },
  speech_speed: { to: { speech_speed: 1.2 } },
  allow_interruptions: { to: { allow_interruptions: false } },
  filler_config: { from: { fillers: true }, to: { filler_config: { question: ['Well.'] } } },
  ambient_sound: { to: { ambient_sound: 'office' } },
  filler_audios: { to: { fillers: true } },
  re_engagement_interval: { to: { reengagement_interval: 10 } },
  max_call_duration: { to: { max_duration: 60 } },
  max_silence_duration: { to: { max_silence_duration: 20 } },
  voice_mail_message: { to: { voice_mail_message: 'Please call us back.' } },
  end_call_on_voicemail: { to: { end_call_on_voicemail: false } },
  disclosure: { to: { disclosure: 'auto' } },
  disclosure_text: { from: { disclosure: 'custom' }, to: { disclosure_text: 'I am {{name}}, a machine.' } },
  recording_notice: { from: { record: true }, to: { recording_notice: true } },
  opt_out_key: 'test/functions/conversations/opt-outs.test.ts',
  noise_cancellation: { to: { enable_noise_cancellation: false } },
  record_call: { to: { record: true } },
  who_speaks_first: { to: { wait_for_customer: true } },
  widget_settings: 'test/functions/assistants/widget-settings.test.ts',
}

const told = async (assistant: Assistant): Promise<unknown> => {
  const ref = { user_id: 2, call_id: 3 }
  const voice = voiceById(assistant.mode === 'multimodal' ? assistant.voice_id + 300 : assistant.voice_id)
  if (!voice) throw new Error('No such voice')
  const fresh = {
    ...ref,
    ticket: 'secret',
    greeting: greetingOf(assistant, undefined, 0),
    notice: { text: disclosureOf(assistant, undefined, requestedNotices(noticeFlagsOf(assistant)), 0) },
  }
  const channel = { type: 'socket', connection_id: 'C1', session_id: 'VX1', look_at: 0 } as const
  const talk = awaitedTalk(fresh, 0)
  const instruction = await connectAssistant(
    {
      report: async () => undefined,
      conversations: { change: async () => undefined },
      realtime: { address: async () => ({ address: 'sip:p@s.test;transport=tls' }) },
      clock: { now: () => 0, sleep: async () => undefined },
    },
    { talk, assistant, voice, startsRecording: assistant.record },
    logTo(() => undefined),
  )
  const from = {
    id: 1,
    user_id: 2,
    phone_number: '+12025560100',
    country_code: 'US',
    type_label: 'Normal',
    can_send_sms: true,
  } as const
  const told = writeInstruction(instruction, settingsFrom({ PUBLIC_URL: 'https://p.test' }))
  const around = [told, newCall({ assistant, from, to: { number: '+12025550100', country: 'US' } }, 0)]
  if (assistant.mode === 'multimodal')
    return [...around, sessionSettings({ assistant, voice }, 0), shownTool(endCall(assistant))]
  const silences = [5, 15, 25, 35, 45].map((seconds) => watch({ ...talk, channel }, 0, assistant, seconds * 1000))
  const spoken = [wordsOf(assistant, 'Yes?', 0), isBackchannel(assistant, 'Oh well')]
  return [...around, scriptOf({ assistant, history: [], occasion: 'answer' }, 0), silences, ...spoken]
}

const rows = new Map(
  readFileSync(new URL('../../../docs/assistants.md', import.meta.url), 'utf8')
    .replace(/## What of other products' fields is taken[\s\S]*?(?=\n## )/, '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells.length === 5)
    .flatMap(([, names = '', pipeline = '', multimodal = '']) =>
      [...names.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => [name, { pipeline, multimodal }] as const),
    ),
)

const settings = Object.keys(AssistantDraft.fields)

test('the page has every other name of a setting', () => {
  const page = readFileSync(new URL('../../../docs/assistants.md', import.meta.url), 'utf8')
  const told = [...page.matchAll(/`(\w+)` \(`(\w+)`\)/g)].map(([, alias, of]) => [alias, of])
  const aliases = Object.entries(AssistantDraft.aliases ?? {}).map(([alias, { of }]) => [alias, of])
  expect(told.toSorted()).toEqual(aliases.toSorted())
})

test('the page has a row for every setting, and for nothing else', () => {
  expect([...rows.keys()].toSorted()).toEqual(
    settings.filter((name) => name !== 'end_call_tool.description').toSorted(),
  )
})

describe.each(['pipeline', 'multimodal'] as const)('of a %s assistant', (mode) => {
  test.each(Object.entries(changes))('%s does what the page says', async (name, change) => {
    const says = rows.get(name.split('.')[0] ?? name)?.[mode]
    if (typeof change === 'string') return expect(existsSync(new URL(`../../../${change}`, import.meta.url))).toBe(true)
    const models = mode === 'multimodal' ? { multimodal_model_id: 101 } : {}
    const before = anAssistant({ mode, ...models, ...change.from })
    const after = { ...before, ...change.to }
    const hasEffect = JSON.stringify(await told(after)) !== JSON.stringify(await told(before))
    expect({ says, hasEffect }).toEqual({ says, hasEffect: !says?.startsWith('no effect') })
  })
})
