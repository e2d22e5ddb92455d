import type { BuiltIn } from '../tools/built-in-tools.ts'
import type { AssistantSettings } from './assistant-settings.ts'
import type { LiveRollout } from './rollout.ts'

export interface Assistant extends AssistantSettings {
  id: number
  user_id: number
  uuid: string
  status: 'active' | 'inactive'
  /** Text model of a pipeline; it also evaluates calls. Null: the default text model. */
  llm_model_id: number | null
  multimodal_model_id: number | null
  /** Tells the model when to use the tool that hangs up. Empty: no advice. Null: no such tool. */
  end_call_description: string | null
  built_in_tools: BuiltIn[]
  inbound_webhook_url: string | null
  updated_at: number
  /** Live version, from 1; each change of a setting adds one. */
  version: number
  version_facts: VersionFacts
  versions_used?: number
  rollout?: LiveRollout
}

export interface VersionFacts {
  /** SHA-256 over the settings' canonical JSON. */
  hash: string
  note: string | null
  token_id: string | null
  restored_from: number | null
  /** Id of the request that published the version, to recognise a repeated request. */
  made_by?: number
  at: number
}

export const answeredNumber = ({ type, phone_number_id }: Assistant): number | null =>
  type === 'inbound' ? phone_number_id : null

export const usesTools = ({ tool_ids, built_in_tools }: Assistant): boolean =>
  tool_ids.length + built_in_tools.length > 0
