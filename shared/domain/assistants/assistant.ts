import type { BuiltIn } from '../tools/built-in-tools.ts'
import type { AssistantSettings } from './assistant-settings.ts'
import type { LiveRollout } from './rollout.ts'

/** An assistant: its settings, and what no single field sets. */
export interface Assistant extends AssistantSettings {
  id: number
  user_id: number
  uuid: string
  status: 'active' | 'inactive'
  /** Talks in a pipeline and evaluates. Null: the default text model. */
  llm_model_id: number | null
  /** Talks in a multimodal assistant; null in a pipeline. */
  multimodal_model_id: number | null
  /** When to hang up, for the model. Empty: not said. Null: no such tool. */
  end_call_description: string | null
  /** The product's tools, without the one that ends the call. */
  built_in_tools: BuiltIn[]
  inbound_webhook_url: string | null
  /** Epoch milliseconds. The id has the creation time. */
  updated_at: number
  /** Number of the live version, from 1; every change of a setting is one. */
  version: number
  version_facts: VersionFacts
  /** Greatest version number, if above the live one. */
  versions_used?: number
  /** The running rollout. */
  rollout?: LiveRollout
}

/** Origin of a version. */
export interface VersionFacts {
  /** SHA-256 over the settings' canonical JSON. */
  hash: string
  note: string | null
  /** Token of the change; null for the product. */
  token_id: string | null
  /** The restored version; null for another change. */
  restored_from: number | null
  /** The publishing request, recognised when repeated. */
  made_by?: number
  /** Epoch milliseconds. */
  at: number
}

/** The number that rings for this assistant alone. */
export const answeredNumber = ({ type, phone_number_id }: Assistant): number | null =>
  type === 'inbound' ? phone_number_id : null

/** True when it may have called tools. */
export const usesTools = ({ tool_ids, built_in_tools }: Assistant): boolean =>
  tool_ids.length + built_in_tools.length > 0
