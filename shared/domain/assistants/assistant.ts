import type { BuiltIn } from '../tools/built-in-tools.ts'
import type { AssistantSettings } from './assistant-settings.ts'
import type { LiveRollout } from './rollout.ts'

/** Voice agent with its settings, and what no single field of a request sets. */
export interface Assistant extends AssistantSettings {
  id: number
  user_id: number
  uuid: string
  status: 'active' | 'inactive'
  /** Talks in a pipeline and judges the call afterwards. Null: the default text model does. */
  llm_model_id: number | null
  /** Talks in a multimodal assistant. Null in a pipeline. */
  multimodal_model_id: number | null
  /** When to hang up, in words for the model. Empty: not said. Null: it has no such tool. */
  end_call_description: string | null
  /** Tools of the product, without the one that ends the call. */
  built_in_tools: BuiltIn[]
  inbound_webhook_url: string | null
  /** Epoch milliseconds. The id says when it was created. */
  updated_at: number
  /** Number of the live version, from 1. Every change of a setting is a version. */
  version: number
  /**
   * Origin of the live version. Absent in assistants that have not changed since versions exist.
   */
  version_facts?: VersionFacts
  /** The greatest number of a version, if a version that is not live has it. */
  versions_used?: number
  /** The version that a share of people gets. Absent without a rollout. */
  rollout?: LiveRollout
}

/** Origin of a version. Its number is that of the assistant. */
export interface VersionFacts {
  /** SHA-256 over the canonical JSON of its settings. */
  hash: string
  note: string | null
  /** Id of the token that made the change. Null: the product made it. */
  token_id: string | null
  /** The version whose settings were restored. Null: another change. */
  restored_from: number | null
  /** Id of the request that published it, for a request that is run again after a crash. */
  made_by?: number
  /** Epoch milliseconds. */
  at: number
}

/** The number that rings for this assistant and for no other. */
export const answeredNumber = ({ type, phone_number_id }: Assistant): number | null =>
  type === 'inbound' ? phone_number_id : null

/** It may do something besides talking, so what it did is looked for. */
export const usesTools = ({ tool_ids, built_in_tools }: Assistant): boolean =>
  tool_ids.length + built_in_tools.length > 0
