import { type FieldSchema, kindOf } from './catalogue.ts'
import { rangeOf } from './check.ts'

const labels: Readonly<Record<string, string>> = {
  llm_model_id: 'Language model',
  multimodal_model_id: 'Realtime model',
  type: 'Kind',
  mode: 'Engine',
  fillers: 'Fillers',
  record: 'Record calls',
  max_duration: 'Longest call',
  max_silence_duration: 'Longest silence',
  reengagement_interval: 'Ask again after',
  max_calls_in_parallel: 'Calls at a time',
  max_retries: 'Retries',
  retry_interval: 'Time between retries',
  allow_dupplicate: 'Allow a number that the campaign has already',
  tools: 'Built-in tools',
  tool_ids: 'Own tools',
  variables: 'Variables',
  webhook_url: 'Webhook address',
  conversation_ended_webhook_url: 'Webhook address of ended chats',
  is_webhook_active: 'Send calls to a webhook',
  opt_out_key: 'Opt-out key',
  wait_for_customer: 'Wait for the customer to speak first',
  seller: 'Caller that the consent names',
  given_at: 'Given at',
  schema: 'Parameters',
  from: 'From',
  to: 'To',
  percent: 'Percent of people',
  after_calls: 'People at most, until all guards hold',
  worse_by: 'May be worse by',
  canary: 'Share of people',
}

export const labelOf = (name: string): string => {
  const known = labels[name]
  if (known !== undefined) return known
  const words = name.replace(/_ids?$/, name.endsWith('_ids') ? 's' : '').replaceAll(/[_.]/g, ' ')
  return upper(words).replace(/\b(url|ai|sms|ip|id)\b/gi, (word) => word.toUpperCase())
}

const choiceWords: Readonly<Record<string, string>> = {
  vad: 'Silence',
  ai: 'Words',
  inbound: 'Inbound: receives calls',
  outbound: 'Outbound: makes calls',
  bool: 'Yes or no',
  dtmf_input: 'Press keys',
  function_call: 'When the model asks',
  prompt: 'For each sentence',
}

export const wordOf = (choice: string | number): string => {
  const text = String(choice)
  return choiceWords[text] ?? (/^[a-z]/.test(text) ? upper(text.replaceAll(/[_-]/g, ' ')) : text)
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the help of a field: its description in the API document, its range and its default. */
export const helpOf = (schema: FieldSchema): string => {
  const { description, default: usual } = schema
  const range = rangeOf(schema)
  const isTold = ['string', 'number'].includes(typeof usual) && usual !== ''
  return [
    description && `${description.replaceAll('`', '').replace(/\.$/, '')}.`,
    kindOf(schema) === 'number' && range && `${upper(range)}.`,
    isTold && kindOf(schema) === 'number' && `Usually ${usual}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
