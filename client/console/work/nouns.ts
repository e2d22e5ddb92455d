import { isRecord } from './catalogue.ts'
import type { Entered } from './draft.ts'
import type { Group } from './form.tsx'
import { type Noun, savedOf, signalOf } from './thing-form.tsx'

const groupsOfAssistant: readonly Group[] = [
  {
    title: 'Basics',
    names: ['name', 'type', 'mode', 'language_id', 'voice_id', 'timezone', 'phone_number_id', 'llm_model_id'],
  },
  { title: 'Prompt', names: ['initial_message', 'wait_for_customer', 'system_prompt', 'variables'] },
  { title: 'Tools and knowledge', names: ['tools', 'tool_ids', 'knowledgebase_id', 'knowledgebase_mode'] },
  {
    title: 'Speech',
    names: [
      ...['speech_speed', 'voice_stability', 'voice_similarity', 'llm_temperature', 'multimodal_model_id'],
      ...['endpoint_type', 'endpoint_sensitivity', 'allow_interruptions', 'interrupt_sensitivity'],
      ...['min_interrupt_words', 'enable_noise_cancellation', 'fillers', 'filler_config'],
    ],
  },
  {
    title: 'Limits and voicemail',
    names: [
      ...['max_duration', 'max_silence_duration', 'reengagement_interval'],
      ...['end_call_on_voicemail', 'voice_mail_message'],
    ],
  },
  {
    title: 'Recording and law',
    names: ['record', 'recording_notice', 'disclosure', 'disclosure_text', 'opt_out_key'],
  },
  { title: 'Evaluation', names: ['post_call_evaluation', 'post_call_schema'] },
  {
    title: 'Webhook',
    names: [
      ...['is_webhook_active', 'webhook_url', 'send_webhook_only_on_completed', 'include_recording_in_webhook'],
      'conversation_ended_webhook_url',
    ],
  },
  { title: 'Web widget', names: ['widget_settings'] },
]

export const assistants: Noun = {
  view: 'assistants',
  word: 'assistant',
  create: 'createAssistant',
  update: 'updateAssistant',
  groups: groupsOfAssistant,
  // Fields that forms leave out: aliases, and fields without effect.
  leftOut: [
    ...['end_call_tool.description', 'end_call_tool', 'use_min_interrupt_words'],
    ...['ambient_sound', 'ambient_sound_volume', 'if_version'],
  ],
  read: async (client, id, signal) => {
    const assistant = await client.getAssistant({ id }, signalOf(signal))
    const { version, updated_at } = assistant
    return { ...savedOf(assistant, assistant.name), revision: `${updated_at} ${version}`, version }
  },
}

export const campaigns: Noun = {
  view: 'campaigns',
  word: 'campaign',
  create: 'createCampaign',
  update: 'updateCampaign',
  groups: [
    { title: 'Basics', names: ['name', 'assistant_id', 'max_calls_in_parallel', 'mark_complete_when_no_leads'] },
    {
      title: 'Hours',
      names: ['timezone', 'allowed_days', 'allowed_hours_start_time', 'allowed_hours_end_time'],
    },
    {
      title: 'Retries',
      names: [
        ...['max_retries', 'retry_interval', 'retry_on_voicemail'],
        ...['retry_on_goal_incomplete', 'goal_completion_variable'],
      ],
    },
    { title: 'Numbers', names: ['phone_number_ids', 'caller_id_strategy', 'caller_id_daily_max'] },
    {
      title: 'Rules and safety',
      names: ['calling_rules', 'require_consent', 'purpose', 'pause_on_failure_rate'],
    },
  ],
  read: async (client, id, signal) => {
    const campaign = await client.getCampaign({ id }, signalOf(signal))
    return savedOf(campaign, campaign.name)
  },
}

/** The API merges variables, so a removed name is sent as null. */
const withRemovedNames = (changed: Entered, base: Entered): Entered => {
  const { variables } = changed
  if (!isRecord(variables) || !isRecord(base.variables)) return changed
  const removed = Object.keys(base.variables).filter((name) => !(name in variables))
  return { ...changed, variables: { ...variables, ...Object.fromEntries(removed.map((name) => [name, null])) } }
}

export const leads: Noun = {
  view: 'leads',
  word: 'lead',
  create: 'createLead',
  update: 'updateLead',
  groups: [
    { title: 'Basics', names: ['campaign_id', 'phone_number', 'status', 'variables', 'allow_dupplicate'] },
    { title: 'Other numbers', names: ['secondary_contacts'] },
    { title: 'Place', names: ['timezone', 'region'] },
    { title: 'Consent', names: ['consent'] },
  ],
  read: async (client, id, signal) => {
    const lead = await client.getLead({ id }, signalOf(signal))
    return savedOf(lead, lead.phone_number)
  },
  prepare: withRemovedNames,
}

export const tools: Noun = {
  view: 'tools',
  word: 'tool',
  create: 'createTool',
  update: 'updateTool',
  groups: [
    { title: 'Basics', names: ['name', 'description', 'method', 'endpoint', 'timeout'] },
    { title: 'Parameters', names: ['schema'] },
    { title: 'Headers', names: ['headers'] },
  ],
  read: async (client, id, signal) => {
    const tool = await client.getTool({ id }, signalOf(signal))
    return savedOf(tool, tool.name)
  },
}

export const knowledgebases: Noun = {
  view: 'knowledge',
  word: 'knowledge base',
  create: 'createKnowledgebase',
  update: 'updateKnowledgebase',
  groups: [{ title: 'Basics', names: ['name', 'description'] }],
  read: async (client, id, signal) => {
    const { data } = await client.getKnowledgebase({ id }, signalOf(signal))
    return savedOf(data, data.name)
  },
}
