import type { Client } from '../../client.ts'
import { Heading, Seen } from '../parts.tsx'
import { paceOfSettings, useLook } from '../poll.ts'
import { go } from '../route.ts'
import { tell } from '../told.ts'
import { isRecord } from './catalogue.ts'
import { type Saved, useSavedElsewhere } from './filling.ts'
import { Form, type Group } from './form.tsx'

/** Fields with another spelling that the forms have anyway, or that do nothing. */
const leftOut = [
  'end_call_tool.description',
  'end_call_tool',
  'use_min_interrupt_words',
  'ambient_sound',
  'ambient_sound_volume',
]

const groups: readonly Group[] = [
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
    names: ['is_webhook_active', 'webhook_url', 'send_webhook_only_on_completed', 'include_recording_in_webhook'],
  },
  { title: 'Web widget', names: ['widget_settings'] },
]

const toAssistant = (answer: unknown) => {
  const data = isRecord(answer) ? answer.data : undefined
  const id = isRecord(data) ? Number(data.id) : undefined
  tell('The assistant is saved.')
  go('assistants', id)
}

export const NewAssistant = () => (
  <>
    <Heading title="New assistant" />
    <Form
      about="assistants new"
      label="Create assistant"
      operation="createAssistant"
      leftOut={leftOut}
      groups={groups}
      initial={{ timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }}
      onSaved={toAssistant}
      cancel={() => go('assistants')}
    />
  </>
)

const readAssistant = async (client: Client, id: number, signal?: AbortSignal): Promise<Saved> => {
  const assistant = await client.getAssistant({ id }, { ...(signal && { signal }) })
  return { values: { ...assistant }, revision: assistant.updated_at }
}

export const EditAssistant = ({ id }: { id: number }) => {
  const about = `assistants ${id}`
  const look = useLook(`edit ${about}`, paceOfSettings, (client, signal) => readAssistant(client, id, signal))
  useSavedElsewhere(about, look.again)
  return (
    <>
      <Heading title={`Edit ${look.data?.values.name ?? 'assistant'}`} />
      <Seen look={look}>
        {(stored) => (
          <Form
            about={about}
            label="Save assistant"
            operation="updateAssistant"
            ofNew="createAssistant"
            leftOut={leftOut}
            path={{ id }}
            groups={groups}
            stored={stored}
            readAgain={(client) => readAssistant(client, id)}
            onSaved={toAssistant}
            cancel={() => go('assistants', id)}
          />
        )}
      </Seen>
    </>
  )
}
