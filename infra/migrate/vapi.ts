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

const variables = {
  'customer.number': 'customer_phone',
  'customer.name': 'customer_name',
  'phoneNumber.number': 'assistant_phone',
  'assistant.name': 'assistant_name',
  'call.id': 'call_id',
  date: 'current_date',
  time: 'current_time',
  now: 'current_time',
}

const systemPrompt = (messages: unknown, say: Say) => {
  const system = valuesOf(messages).filter(({ role }) => role === 'system')
  if (system.length < valuesOf(messages).length) say('only system messages are instructions here')
  return read.prompt(variables, 60_000)(system.map(({ content }) => textOf(content)).join('\n\n'), say)
}

const speaksFirst = (mode: unknown, say: Say) => {
  if (mode === 'assistant-waits-for-user') return 'Customer'
  if (mode !== 'assistant-speaks-first') say('the first words are always `initial_message` here')
  return 'AI assistant'
}

const assistant = [
  carried('name', 'assistant_name', 'at most 255 characters', read.text(255)),
  carried('firstMessage', 'initial_message', 'text only, no address of an audio file', read.prompt(variables, 2000)),
  carried('firstMessageMode', 'who_speaks_first', '`assistant-waits-for-user` is `Customer`', speaksFirst),
  carried('model.messages', 'system_prompt', 'the system messages, joined', systemPrompt),
  carried('model.systemPrompt', 'system_prompt', 'the older spelling', read.prompt(variables, 60_000)),
  carried('model.model', 'llm_model', 'by its name; else the default model', read.model),
  carried('model.temperature', 'llm_temperature', '0 to 1, not 2', read.number(0, 1)),
  joined('model.toolIds', 'tool_ids', 'the tools of the same export'),
  joined('model.tools', 'tools', 'functions and requests become tools of their own'),
  lost('model.knowledgeBase', 'upload the documents to a knowledge base'),
  lost('model.knowledgeBaseId', 'upload the documents to a knowledge base'),
  lost('model.maxTokens', 'ask for short answers in the prompt'),
  lost('model.url', 'a model of your own cannot be attached'),
  lost('model.headers', 'a model of your own cannot be attached'),
  carried('voice.voiceId', 'voice_id', 'if the same ElevenLabs, Google or Amazon voice is on offer', read.voice),
  carried('voice.speed', 'speech_speed', '0.7 to 1.2', read.number(0.7, 1.2)),
  carried('voice.stability', 'voice_stability', '', read.number(0, 1)),
  carried('voice.similarityBoost', 'voice_similarity', '', read.number(0, 1)),
  carried('voice.fillerInjectionEnabled', 'filler_audios', 'whole phrases, not sounds', read.flag),
  carried('transcriber.language', 'language', 'by its code; one language for each assistant', read.languageOfCode),
  carried('maxDurationSeconds', 'max_call_duration', 'seconds, 20 to 1,200', read.integer(20, 1200)),
  carried('silenceTimeoutSeconds', 'max_silence_duration', 'seconds, 1 to 120', read.integer(1, 120)),
  carried('messagePlan.idleTimeoutSeconds', 're_engagement_interval', 'seconds, 7 to 600', read.integer(7, 600)),
  lost('messagePlan.idleMessages', 'the product has its own words in each language'),
  carried('stopSpeakingPlan.numWords', 'min_interrupt_words', '0 to 10', read.integer(0, 10)),
  carried('backgroundDenoisingEnabled', 'noise_cancellation', '', read.flag),
  carried('backgroundSpeechDenoisingPlan.smartDenoisingPlan.enabled', 'noise_cancellation', '', read.flag),
  carried('voicemailDetection', 'end_call_on_voicemail', '`off` is false', (value) => value !== 'off'),
  carried('voicemailMessage', 'voice_mail_message', 'at most 1,000 characters', read.prompt(variables, 1000)),
  carried(
    'artifactPlan.recordingEnabled',
    'record_call',
    'they record unless told otherwise, here it is off',
    read.flag,
  ),
  carried('recordingEnabled', 'record_call', 'the older spelling', read.flag),
  carried(
    'analysisPlan.structuredDataPlan.schema',
    'post_call_schema',
    'strings, numbers and booleans',
    read.resultsOfSchema,
  ),
  lost('analysisPlan.summaryPlan', 'add a `summary` of type `string` to `post_call_schema`'),
  lost('analysisPlan.successEvaluationPlan', 'the evaluation has `score` and `outcome` by itself'),
  carried(
    'server.url',
    'webhook_url',
    'switched off: the fields differ, so change your receiver first',
    read.secureUrl,
  ),
  carried('serverUrl', 'webhook_url', 'the older spelling', read.secureUrl),
  lost('server.headers', 'webhooks are signed: verify the signature'),
  lost('serverUrlSecret', 'webhooks are signed: verify the signature'),
  lost('endCallMessage', 'write in the prompt how to say goodbye'),
  lost('endCallPhrases', 'describe in `end_call_tool` when to hang up'),
  lost('backgroundSound', 'nothing plays a sound'),
  lost('startSpeakingPlan', 'set `endpoint_type` and `endpoint_sensitivity` after a test call'),
  lost('hooks', 'use a webhook'),
  lost('keypadInputPlan', 'add the built-in tool `collect_keypad`'),
  lost('compliancePlan', 'see the page about security'),
  lost('credentials', 'secrets of suppliers belong to the deployment'),
  lost('credentialIds', 'secrets of suppliers belong to the deployment'),
  lost('metadata', 'use `variables`'),
  ...needless('id', 'orgId', 'createdAt', 'updatedAt', 'isServerUrlSecretSet', 'serverMessages', 'clientMessages'),
  ...needless(
    'model.provider',
    'voice.provider',
    'transcriber.provider',
    'transcriber.model',
    'endCallFunctionEnabled',
  ),
]

const tool = [
  carried('function.name', 'name', 'lower-case letters and underscores', read.toolName),
  carried('name', 'name', 'of `apiRequest`', read.toolName),
  carried('function.description', 'description', 'at most 255 characters', read.text(255)),
  carried('description', 'description', 'of `apiRequest`', read.text(255)),
  carried('function.parameters', 'schema', 'flat: strings, numbers and booleans', read.parameters),
  carried('body', 'schema', 'of `apiRequest`', read.parameters),
  carried('server.url', 'endpoint', 'receives the arguments as flat JSON, not their envelope'),
  carried('url', 'endpoint', 'of `apiRequest`', read.prompt(variables, 2048)),
  carried('method', 'method', 'of `apiRequest`; a function is a POST'),
  carried('server.headers', 'headers', 'stored encrypted', read.headers),
  carried('headers', 'headers', 'of `apiRequest`; values that the export lacks must be added', read.headers),
  carried('server.timeoutSeconds', 'timeout', 'seconds, 1 to 30', read.integer(1, 30)),
  carried('timeoutSeconds', 'timeout', 'of `apiRequest`', read.integer(1, 30)),
  lost('server.secret', 'requests are signed: verify the signature'),
  lost('server.credentialId', 'add a header to the tool'),
  lost('messages', 'the model itself says that it is busy'),
  lost('async', 'the model waits for an answer, at most `timeout` seconds'),
  ...needless('id', 'orgId', 'type', 'createdAt', 'updatedAt', 'function.strict'),
]

const number = [
  carried('number', 'phone_number', 'only `twilio`, if the carrier account of the deployment has it'),
  joined('assistantId', 'phone_number_id', 'of the assistant, which becomes an inbound one'),
  lost('name', 'PUT the `nickname`'),
  lost('twilioAccountSid', 'the carrier account belongs to the deployment'),
  lost('twilioAuthToken', 'the carrier account belongs to the deployment'),
  lost('server', 'use the webhooks of the assistant'),
  lost('fallbackDestination', 'no counterpart'),
  lost('squadId', 'pass calls on with `assistant_transfer`'),
  lost('workflowId', 'write the steps into a prompt'),
  ...needless('id', 'orgId', 'provider', 'status', 'createdAt', 'updatedAt', 'smsEnabled'),
]

const builtIns: Record<string, string> = { endCall: 'end_call', dtmf: 'dtmf_input' }

const builtInsOf = (theirs: ExportedFields, say: Say): ExportedFields[] | undefined => {
  const type = textOf(theirs.type)
  if (builtIns[type]) return [{ type: builtIns[type] }]
  if (type !== 'transferCall') return undefined
  return valuesOf(theirs.destinations).flatMap((to) => {
    if (isValues(to.transferPlan)) say('transferPlan: not carried over; see `warm_call_transfer`')
    if (to.type === 'number' && read.isPhone(to.number))
      return [{ type: 'call_transfer', phone_number: to.number, ...describedBy(to) }]
    say(`a transfer to ${textOf(to.type)}: not carried over; transfers lead to fixed numbers`)
    return []
  })
}

const describedBy = ({ description }: ExportedFields) =>
  textOf(description) ? { description: textOf(description).slice(0, 500) } : {}

const requestOfTool = (theirs: ExportedFields, as: string, say: Say): MigrationStep[] => {
  if (!['function', 'apiRequest'].includes(textOf(theirs.type))) {
    say(`a tool of type ${textOf(theirs.type)}: not carried over; no counterpart`)
    return []
  }
  const body = { method: 'POST', ...convert(theirs, tool, say) }
  return isTool(body, say) ? [{ as, operation: 'createTool', body }] : []
}

export const vapi: Vendor = {
  tables: { assistant, tool, number },
  kindOf: (record) => {
    if ('number' in record && 'provider' in record) return 'number'
    if ('type' in record && ('function' in record || 'server' in record || 'destinations' in record || 'url' in record))
      return 'tool'
    return 'model' in record || 'firstMessage' in record ? 'assistant' : undefined
  },
  requestsOf: (records, defaults, sayOf) => {
    const numbers = records('number').flatMap((theirs): MigrationStep[] => {
      const as = `number ${theirs.id}`
      const body = convert(theirs, number, sayOf(as))
      if (theirs.provider === 'twilio') return [{ as, operation: 'importNumber', body }]
      sayOf(as)('not carried over; port it to your carrier, or buy another one')
      return []
    })
    const shared = new Map(records('tool').map((theirs) => [textOf(theirs.id), theirs]))
    const tools = [...shared].flatMap(([id, theirs]) =>
      builtInsOf(theirs, () => {}) ? [] : requestOfTool(theirs, `tool ${id}`, sayOf(`tool ${id}`)),
    )
    const assistants = records('assistant').flatMap((theirs): MigrationStep[] => {
      const as = `assistant ${theirs.id}`
      const say = sayOf(as)
      const answers = records('number').find(
        ({ assistantId }) => assistantId !== undefined && assistantId === theirs.id,
      )
      const toolIds = valueAt(theirs, 'model.toolIds')
      const named = (Array.isArray(toolIds) ? toolIds.map(String) : []).flatMap((id) => {
        const found = shared.get(id)
        if (!found) say(`model.toolIds: tool ${id} is not in the export`)
        return found ? [{ as: `tool ${id}`, found }] : []
      })
      const own = valuesOf(valueAt(theirs, 'model.tools')).map((found, at) => ({
        as: `tool ${theirs.id}/${at + 1}`,
        found,
      }))
      const all = [...named, ...own]
      const made = own.flatMap((one) => (builtInsOf(one.found, () => {}) ? [] : requestOfTool(one.found, one.as, say)))
      const known = new Set([...tools, ...made].map((one) => one.as))
      const builtIn = all.flatMap(({ found }) => builtInsOf(found, say) ?? [])
      const tool_ids = all.filter((one) => known.has(one.as)).map((one) => linkTo(one.as))
      const body = {
        ...completed(convert(theirs, assistant, say), defaults, say),
        ...(answers && { calls_direction: 'receive' }),
        ...(answers?.provider === 'twilio' && { phone_number_id: linkTo(`number ${answers.id}`) }),
        ...(tool_ids.length > 0 && { tool_ids }),
        ...(builtIn.length > 0 && { tools: builtIn }),
      }
      return [...made, { as, operation: 'createAssistant', body }]
    })
    return [...numbers, ...tools, ...assistants]
  },
}
