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
import { completed, isTool, linkTo, type MigrationStep, type Vendor } from './steps.ts'

const variables = { user_number: 'customer_phone', agent_number: 'assistant_phone', current_time: 'current_time' }

const voicemail = (action: unknown, say: Say) => {
  const { type, text } = isValues(action) ? action : ({} as ExportedFields)
  if (type === 'static_text') return read.prompt(variables, 1000)(text, say)
  if (type !== 'hangup') say(`${textOf(type)}: not carried over; write the words of the message`)
  return undefined
}

const agent = [
  carried('agent_name', 'assistant_name', 'at most 255 characters', read.text(255)),
  joined('response_engine.llm_id', 'system_prompt', 'the fields of the response engine, below'),
  carried('voice_id', 'voice_id', 'their names of voices are their own: choose one after a test call', read.voice),
  carried('voice_speed', 'speech_speed', '0.7 to 1.2, not 0.5 to 2', read.number(0.7, 1.2)),
  carried('language', 'language', 'by its code; one language for each assistant', read.languageOfCode),
  carried('timezone', 'timezone', 'an IANA zone'),
  carried(
    'max_call_duration_ms',
    'max_call_duration',
    'seconds, 20 to 1,200, not milliseconds',
    read.integer(20, 1200, 1000),
  ),
  carried(
    'end_call_after_silence_ms',
    'max_silence_duration',
    'seconds, 1 to 120, not milliseconds',
    read.integer(1, 120, 1000),
  ),
  carried(
    'reminder_trigger_ms',
    're_engagement_interval',
    'seconds, 7 to 600, not milliseconds',
    read.integer(7, 600, 1000),
  ),
  carried('interruption_sensitivity', 'interrupt_sensitivity', '0 to 5, not 0 to 1', (value) => Number(value) * 5),
  carried('denoising_mode', 'noise_cancellation', '`no-denoise` is false', (value) => value !== 'no-denoise'),
  carried('post_call_analysis_data', 'post_call_schema', 'presets are left out, an enum is a string', read.results),
  carried('voicemail_option.action', 'voice_mail_message', 'only `static_text`; `hangup` needs no message', voicemail),
  carried(
    'webhook_url',
    'webhook_url',
    'switched off: the fields differ, so change your receiver first',
    read.secureUrl,
  ),
  lost('voicemail_option.detection_prompt', 'the carrier detects machines'),
  lost('webhook_events', 'one webhook after each call, and two of inbound calls'),
  lost('ambient_sound', 'nothing plays a sound'),
  lost('ambient_sound_volume', 'nothing plays a sound'),
  lost('reminder_max_count', 'the silence limit ends the call'),
  lost('responsiveness', 'set `endpoint_sensitivity` after a test call'),
  lost('enable_backchannel', 'try `filler_audios`'),
  lost('backchannel_words', 'try `filler_config`'),
  lost('boosted_keywords', 'no counterpart'),
  lost('pronunciation_dictionary', 'spell words in the prompt as they sound'),
  lost('ring_duration_ms', 'the carrier decides'),
  lost('call_screening_option', 'no counterpart'),
  lost('ivr_option', 'add the built-in tool `dtmf_input`'),
  lost('pii_config', 'see the page about security'),
  lost('data_storage_setting', 'an operator sets how long data is kept'),
  lost('data_storage_retention_days', 'an operator sets how long data is kept'),
  lost('guardrail_config', 'write the rules into the prompt'),
  ...needless('agent_id', 'version', 'is_published', 'last_modification_timestamp', 'response_engine.type'),
  ...needless('response_engine.version', 'voice_model', 'version_title', 'version_description', 'base_version'),
  ...needless('assigned_tags', 'channel', 'post_call_analysis_model', 'voice_temperature', 'volume'),
]

const engine = [
  carried('general_prompt', 'system_prompt', '', read.prompt(variables, 60_000)),
  carried(
    'begin_message',
    'initial_message',
    'one that is empty is the model’s own there, fixed words here',
    read.prompt(variables, 2000),
  ),
  carried('start_speaker', 'who_speaks_first', '`user` is `Customer`', (value) =>
    value === 'user' ? 'Customer' : 'AI assistant',
  ),
  carried('model', 'llm_model', 'by its name; else the default model', read.model),
  carried('model_temperature', 'llm_temperature', '0 to 1', read.number(0, 1)),
  carried('default_dynamic_variables', 'variables', ''),
  joined('general_tools', 'tools', '`custom` becomes a tool of its own'),
  lost('states', 'write the steps into the prompt'),
  lost('starting_state', 'write the steps into the prompt'),
  lost('knowledge_base_ids', 'upload the documents to a knowledge base'),
  lost('kb_config', 'see `knowledgebase_mode`'),
  lost('mcps', 'no counterpart; make a tool of each request'),
  lost('begin_after_user_silence_ms', 'no counterpart'),
  ...needless(
    'llm_id',
    'version',
    'is_published',
    'last_modification_timestamp',
    'model_high_priority',
    'tool_call_strict_mode',
  ),
]

const tool = [
  carried('name', 'name', 'lower-case letters and underscores', read.toolName),
  carried('description', 'description', 'at most 255 characters', read.text(255)),
  carried('url', 'endpoint', '', read.prompt(variables, 2048)),
  carried('method', 'method', ''),
  carried('headers', 'headers', 'stored encrypted', read.headers),
  carried('parameters', 'schema', 'flat: strings, numbers and booleans', read.parameters),
  carried('timeout_ms', 'timeout', 'seconds, 1 to 30, not milliseconds', read.integer(1, 30, 1000)),
  lost('query_params', 'write them into `endpoint`'),
  lost('response_variables', 'the model reads the answer itself'),
  lost('parameter_type', 'the body is JSON'),
  lost('execution_message_description', 'the model itself says that it is busy'),
  ...needless(
    'type',
    'tool_id',
    'args_at_root',
    'speak_during_execution',
    'speak_after_execution',
    'execution_message_type',
  ),
]

const number = [
  carried('phone_number', 'phone_number', 'only `custom`, if the carrier account of the deployment has it'),
  joined('inbound_agents', 'phone_number_id', 'of the assistant with the most weight, which becomes an inbound one'),
  joined('outbound_agents', 'phone_number_id', 'of the assistant, unless it is an inbound one'),
  lost('nickname', 'PUT the `nickname`'),
  lost('inbound_webhook_url', 'enable the inbound webhook of the assistant'),
  lost('inbound_sms_agents', 'no counterpart'),
  lost('sip_outbound_trunk_config', 'the carrier account belongs to the deployment'),
  lost('allowed_outbound_country_list', 'an operator sets the countries of a user'),
  lost('fallback_number', 'no counterpart'),
  ...needless('phone_number_type', 'phone_number_pretty', 'area_code', 'last_modification_timestamp'),
]

const builtInOf = (theirs: ExportedFields, say: Say): ExportedFields[] => {
  const description = textOf(theirs.description).slice(0, 500)
  const described = description ? { description } : {}
  if (theirs.type === 'end_call') return [{ type: 'end_call', ...described }]
  if (theirs.type === 'press_digit') return [{ type: 'dtmf_input', ...described }]
  const to = valueAt(theirs, 'transfer_destination.number')
  if (theirs.type === 'transfer_call' && read.isPhone(to)) {
    if (valueAt(theirs, 'transfer_option.type') !== 'cold_transfer')
      say(`${theirs.name}: cold here; see \`warm_call_transfer\``)
    return [{ type: 'call_transfer', phone_number: to, ...described }]
  }
  say(`general_tools: ${textOf(theirs.type)} is not carried over; no counterpart of these settings`)
  return []
}

const mostWeight = (agents: unknown): unknown =>
  valuesOf(agents).toSorted((one, other) => Number(other.weight ?? 1) - Number(one.weight ?? 1))[0]?.agent_id

const byVersion = (one: ExportedFields, other: ExportedFields) => Number(other.version ?? 0) - Number(one.version ?? 0)

/** Returns the newest version of each agent, because exports may hold several. */
const newestAgents = (agents: ExportedFields[]): ExportedFields[] => {
  const newestFirst = agents.toSorted(byVersion)
  return [...new Set(agents.map(({ agent_id }) => agent_id))].flatMap((id) => {
    const versions = newestFirst.filter(({ agent_id }) => agent_id === id)
    const found = versions.find(({ response_engine }) => response_engine) ?? versions[0]
    return found ? [found] : []
  })
}

export const retell: Vendor = {
  tables: { agent, engine, tool, number },
  kindOf: (record) => {
    if ('agent_id' in record && ('response_engine' in record || 'agent_name' in record)) return 'agent'
    if ('llm_id' in record && !('agent_id' in record) && 'last_modification_timestamp' in record) return 'engine'
    return 'phone_number' in record && 'phone_number_type' in record ? 'number' : undefined
  },
  requestsOf: (records, defaults, sayOf) => {
    const isOwn = ({ phone_number_type }: ExportedFields) => phone_number_type === 'custom'
    const numbers = records('number').flatMap((theirs): MigrationStep[] => {
      const as = `number ${theirs.phone_number}`
      const body = convert(theirs, number, sayOf(as))
      if (isOwn(theirs)) return [{ as, operation: 'importNumber', body }]
      sayOf(as)('not carried over; port it to your carrier, or buy another one')
      return []
    })
    const engines = records('engine').toSorted(byVersion)
    const assistants = newestAgents(records('agent')).flatMap((theirs): MigrationStep[] => {
      const as = `assistant ${theirs.agent_id}`
      const say = sayOf(as)
      if (!theirs.response_engine) say('not carried over; a list has its name only: add what GET /get-agent answers')
      if (!theirs.response_engine) return []
      const llm = engines.find(({ llm_id }) => llm_id === valueAt(theirs, 'response_engine.llm_id'))
      if (!llm)
        say('not carried over; its response engine is not in the export, or is a conversation flow or your own model')
      if (!llm) return []
      const all = valuesOf(llm.general_tools)
      const tools = all.flatMap((one, at): MigrationStep[] => {
        const name = `tool ${theirs.agent_id}/${at + 1}`
        if (one.type !== 'custom') return []
        const body = { method: 'POST', ...convert(one, tool, sayOf(name)) }
        return isTool(body, sayOf(name)) ? [{ as: name, operation: 'createTool', body }] : []
      })
      const builtIn = all.flatMap((one) => (one.type === 'custom' ? [] : builtInOf(one, say)))
      const answers = records('number').find(({ inbound_agents }) => mostWeight(inbound_agents) === theirs.agent_id)
      const dials = records('number').find(({ outbound_agents }) => mostWeight(outbound_agents) === theirs.agent_id)
      if (answers && dials)
        say('makes and takes calls there; here it takes calls, so create a second one that makes them')
      const phone = [answers ?? dials].find((one) => one && isOwn(one))
      const body = {
        ...completed({ ...convert(llm, engine, say), ...convert(theirs, agent, say) }, defaults, say),
        ...(answers && { calls_direction: 'receive' }),
        ...(phone && { phone_number_id: linkTo(`number ${phone.phone_number}`) }),
        ...(tools.length > 0 && { tool_ids: tools.map((one) => linkTo(one.as)) }),
        ...(builtIn.length > 0 && { tools: builtIn }),
      }
      return [...tools, { as, operation: 'createAssistant', body }]
    })
    return [...numbers, ...assistants]
  },
}
