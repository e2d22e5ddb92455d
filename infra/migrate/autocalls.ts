import * as read from './readers.ts'
import {
  carried,
  convert,
  type ExportedFields,
  isValues,
  joined,
  lost,
  needless,
  type Say,
  textOf,
  valueAt,
  valuesOf,
} from './rows.ts'
import { completed, type Defaults, isTool, linkTo, type MigrationStep, type Vendor } from './steps.ts'

const listed = (value: unknown) => (isValues(value) && Object.keys(value).length > 0 ? value : undefined)
const share = read.number(0, 1)

const engine = (mode: unknown, say: Say) => {
  if (mode === 'dualplex') say('a realtime model with another voice does not exist here; it became a pipeline')
  return mode === 'multimodal' ? 'multimodal' : 'pipeline'
}

const builtIns = (list: unknown, say: Say) => {
  const kept = valuesOf(list).flatMap(({ type, data, ...flat }) => {
    if (!['call_transfer', 'end_call', 'dtmf_input', 'collect_keypad'].includes(textOf(type))) {
      say(`${textOf(type)}: not carried over; it names things by their ids, so add it by hand`)
      return []
    }
    const fields = Object.entries({ ...flat, ...(isValues(data) && data) }).filter(
      ([, value]) => value !== null && value !== '',
    )
    return [{ type, ...Object.fromEntries(fields) }]
  })
  return kept.length > 0 ? kept : undefined
}

const assistant = [
  carried('name', 'assistant_name', '', read.text(255)),
  carried('type', 'calls_direction', '`inbound` is `receive`, `outbound` is `make`', (type) =>
    type === 'inbound' ? 'receive' : 'make',
  ),
  carried('mode', 'engine_type', '`dualplex` becomes `pipeline`', engine),
  carried('language', 'language', 'by its name', read.languageOfName),
  carried('timezone', 'timezone', ''),
  carried('initial_message', 'initial_message', '', read.prompt({}, 2000)),
  carried('system_prompt', 'system_prompt', '', read.prompt({}, 60_000)),
  carried('wait_for_customer', 'who_speaks_first', 'true is `Customer`', (is) =>
    read.flag(is) ? 'Customer' : 'AI assistant',
  ),
  carried('variables', 'variables', '', listed),
  carried('llm_temperature', 'llm_temperature', '', share),
  carried('voice_stability', 'voice_stability', '', share),
  carried('voice_similarity', 'voice_similarity', '', share),
  carried('speech_speed', 'speech_speed', '', read.number(0.7, 1.2)),
  carried('endpoint_type', 'endpoint_type', '', (type) => (type === 'ai' ? 'ai' : 'vad')),
  carried('endpoint_sensitivity', 'endpoint_sensitivity', '', read.number(0, 5)),
  carried('interrupt_sensitivity', 'interrupt_sensitivity', '', read.number(0, 5)),
  carried('min_interrupt_words', 'min_interrupt_words', '', read.integer(0, 10)),
  carried('allow_interruptions', 'allow_interruptions', '', read.flag),
  carried('fillers', 'filler_audios', '1 is true', read.flag),
  carried('max_duration', 'max_call_duration', 'seconds', read.integer(20, 1200)),
  carried('max_silence_duration', 'max_silence_duration', 'seconds, at most 120', read.integer(1, 120)),
  carried('reengagement_interval', 're_engagement_interval', 'seconds', read.integer(7, 600)),
  carried('end_call_on_voicemail', 'end_call_on_voicemail', '1 is true', read.flag),
  carried('voice_mail_message', 'voice_mail_message', '', read.text(1000)),
  carried('enable_noise_cancellation', 'noise_cancellation', '', read.flag),
  carried('record', 'record_call', '', read.flag),
  carried('post_call_evaluation', 'post_call_evaluation', '', read.flag),
  carried('post_call_schema', 'post_call_schema', '', read.results),
  carried('webhook_url', 'webhook_url', 'the same fields', read.secureUrl),
  carried('conversation_ended_webhook_url', 'conversation_ended_webhook_url', 'the same fields', read.secureUrl),
  carried('is_webhook_active', 'is_webhook_active', '', read.flag),
  carried('send_webhook_only_on_completed', 'send_webhook_only_on_completed', '', read.flag),
  carried('include_recording_in_webhook', 'include_recording_in_webhook', '', read.flag),
  carried('tools', 'tools', 'transfers to a number, `end_call` and keys', builtIns),
  joined('tool_ids', 'tool_ids', 'the tools of the same export'),
  lost('voice_id', 'their ids are their own: choose one of `GET /user/assistants/voices`'),
  lost('llm_model_id', 'their ids are their own: choose one of `GET /user/assistants/models`'),
  lost('multimodal_model_id', 'their ids are their own: choose one of `GET /user/assistants/models`'),
  lost('phone_number_id', 'bring the number first'),
  lost('knowledgebase_id', 'upload the documents to a knowledge base'),
  lost('inbound_webhook_url', 'POST `/user/assistants/enable-inbound-webhook`'),
  lost('filler_config', 'the phrases of the language are used'),
  lost('widget_settings', 'see the page about the widget'),
  lost('ringing_time', 'the carrier decides'),
  lost('reengagement_prompt', 'write it into the prompt'),
  lost('max_initial_silence_duration', 'use `max_silence_duration`'),
  lost('secondary_language_ids', 'an assistant speaks one language here'),
  lost('turn_detection_threshold', 'use `endpoint_sensitivity`'),
  ...needless(
    'id',
    'user_id',
    'uuid',
    'status',
    'engine_id',
    'synthesizer_id',
    'transcriber_id',
    'instance_id',
    'language_id',
  ),
  ...needless(
    'flows_platform_id',
    'created_at',
    'updated_at',
    'deleted_at',
    'transcriber_provider_id',
    'synthesizer_provider_id',
  ),
  ...needless(
    'knowledgebase_mode',
    'ambient_sound',
    'ambient_sound_volume',
    'folder_id',
    'label_ids',
    'tts_emotion_enabled',
  ),
]

const campaign = [
  carried('name', 'name', '', read.text(255)),
  joined(
    'assistant_id',
    'assistant_id',
    'their list does not tell it: add it, unless one outbound assistant is exported',
  ),
  carried('timezone', 'timezone', ''),
  carried('max_calls_in_parallel', 'max_calls_in_parallel', '', read.integer(1, 100)),
  carried('mark_complete_when_no_leads', 'mark_complete_when_no_leads', '', read.flag),
  carried('allowed_hours_start_time', 'allowed_hours_start_time', ''),
  carried('allowed_hours_end_time', 'allowed_hours_end_time', ''),
  carried('allowed_days', 'allowed_days', ''),
  carried('max_retries', 'max_retries', '', read.integer(0, 10)),
  joined(
    'retry_interval',
    'retry_interval',
    'seconds here; read as minutes, unless `--retry-interval seconds` is given',
  ),
  carried('retry_on_voicemail', 'retry_on_voicemail', '', read.flag),
  carried('retry_on_goal_incomplete', 'retry_on_goal_incomplete', '', read.flag),
  carried('goal_completion_variable', 'goal_completion_variable', ''),
  lost('phone_number_ids', 'bring the numbers first'),
  ...needless('id', 'status', 'created_at', 'updated_at'),
]

const lead = [
  carried('phone_number', 'phone_number', 'in international form'),
  carried('variables', 'variables', '', listed),
  carried('secondary_contacts', 'secondary_contacts', 'numbers and variables, at most 10', (list) =>
    valuesOf(list)
      .slice(0, 10)
      .map(({ phone_number, variables }) => ({ phone_number, ...(listed(variables) && { variables }) })),
  ),
  joined('campaign_id', 'campaign_id', 'a campaign of the same export'),
  joined('campaign.id', 'campaign_id', 'the older spelling'),
  joined('status', 'leads', 'leads that are over stay behind; `blacklisted` numbers are blacklisted here'),
  ...needless('id', 'created_at', 'updated_at', 'campaign.name'),
]

const tool = [
  carried('name', 'name', '', read.toolName),
  carried('description', 'description', '', read.text(255)),
  carried('endpoint', 'endpoint', ''),
  carried('method', 'method', ''),
  carried('timeout', 'timeout', 'seconds', read.integer(1, 30)),
  carried('headers', 'headers', 'a mask instead of a value must be replaced'),
  carried('schema', 'schema', ''),
  ...needless('id', 'user_id', 'created_at', 'updated_at'),
]

const number = [
  lost('phone_number', 'port it; a SIP number of your own carrier account can be imported'),
  ...needless('id', 'nickname', 'country_code', 'type', 'type_label', 'sms_capable', 'is_available', 'region'),
  ...needless('has_active_subscription', 'created_at'),
]

const open = ['created', 'scheduled', 'processing', 'rescheduled']
const leadsPerRequest = 1000

const requestsOfLeads = (
  leads: ExportedFields[],
  campaigns: Set<string>,
  sayOf: (name: string) => Say,
): MigrationStep[] => {
  const byCampaign = new Map<string, ExportedFields[]>()
  const blacklisted: MigrationStep[] = []
  for (const theirs of leads) {
    const say = sayOf(`lead ${theirs.id}`)
    const of = `campaign ${theirs.campaign_id ?? valueAt(theirs, 'campaign.id')}`
    const status = textOf(theirs.status) || 'created'
    const body = convert(theirs, lead, say)
    const { phone_number } = body
    if (status === 'blacklisted')
      blacklisted.push({ as: `blacklist ${theirs.id}`, operation: 'blacklistNumber', body: { phone_number } })
    else if (!open.includes(status)) say(`not carried over; it is ${status}`)
    else if (!campaigns.has(of)) say(`not carried over; ${of} is not`)
    else byCampaign.set(of, [...(byCampaign.get(of) ?? []), body])
  }
  const imports = [...byCampaign].flatMap(([of, all]) =>
    Array.from({ length: Math.ceil(all.length / leadsPerRequest) }, (_, at): MigrationStep => {
      const part = all.slice(at * leadsPerRequest, (at + 1) * leadsPerRequest)
      return {
        as: `leads ${at + 1} of ${of}`,
        operation: 'importLeads',
        body: { campaign_id: linkTo(of), leads: part },
      }
    }),
  )
  return [...blacklisted, ...imports]
}

const requestOfCampaign = (
  theirs: ExportedFields,
  assistants: ExportedFields[],
  { retryUnit }: Defaults,
  say: Say,
): MigrationStep[] => {
  const outbound = assistants.filter(({ type }) => type !== 'inbound')
  const [only] = outbound.length === 1 ? outbound : []
  const caller = theirs.assistant_id === undefined ? only : assistants.find(({ id }) => id === theirs.assistant_id)
  const body = convert(theirs, campaign, say)
  const interval = Number(theirs.retry_interval)
  if (interval > 0) {
    const seconds = retryUnit === 'minutes' ? interval * 60 : interval
    body.retry_interval = read.integer(60, 604_800)(seconds, say)
    say(`retry_interval: ${interval} was read as ${retryUnit}: ${body.retry_interval} seconds`)
  }
  if (!caller) say('not carried over; add `assistant_id` to it, the id of an assistant of the export')
  if (!caller) return []
  return [
    {
      as: `campaign ${theirs.id}`,
      operation: 'createCampaign',
      body: { ...body, assistant_id: linkTo(`assistant ${caller.id}`) },
    },
  ]
}

export const autocalls: Vendor = {
  tables: { assistant, campaign, lead, tool, number },
  kindOf: (record) => {
    if ('system_prompt' in record) return 'assistant'
    if ('max_retries' in record && 'allowed_days' in record) return 'campaign'
    if ('endpoint' in record && 'method' in record) return 'tool'
    if (!('phone_number' in record)) return undefined
    return 'campaign_id' in record || 'campaign' in record ? 'lead' : 'number'
  },
  requestsOf: (records, defaults, sayOf) => {
    for (const theirs of records('number')) convert(theirs, number, sayOf(`number ${theirs.id}`))
    const tools = records('tool').flatMap((theirs): MigrationStep[] => {
      const as = `tool ${theirs.id}`
      const body = convert(theirs, tool, sayOf(as))
      return isTool(body, sayOf(as)) ? [{ as, operation: 'createTool', body }] : []
    })
    const assistants = records('assistant').map((theirs): MigrationStep => {
      const as = `assistant ${theirs.id}`
      const say = sayOf(as)
      const tool_ids = (Array.isArray(theirs.tool_ids) ? theirs.tool_ids : []).flatMap((id) => {
        if (tools.some((one) => one.as === `tool ${id}`)) return [linkTo(`tool ${id}`)]
        say(`tool_ids: tool ${id} is not carried over`)
        return []
      })
      const body = completed(convert(theirs, assistant, say), defaults, say)
      if (body.webhook_url === undefined) delete body.is_webhook_active
      return { as, operation: 'createAssistant', body: { ...body, ...(tool_ids.length > 0 && { tool_ids }) } }
    })
    const campaigns = records('campaign').flatMap((theirs) =>
      requestOfCampaign(theirs, records('assistant'), defaults, sayOf(`campaign ${theirs.id}`)),
    )
    const known = new Set(campaigns.map(({ as }) => as))
    return [...tools, ...assistants, ...campaigns, ...requestsOfLeads(records('lead'), known, sayOf)]
  },
}
