/** Written by `npm run openapi` from the catalogue of operations; a test holds it true. */

export interface AbortRolloutInput {
  id: number
}

export interface AbortRolloutAnswer {
  message: string
}

export interface BlacklistNumberInput {
  phone_number: string
  reason?: string | null
}

export interface BlacklistNumberAnswer {
  message: string
  data: {
    id: number
    phone_number: string
    reason: string | null
    source: 'user' | 'sms' | 'call' | 'key' | 'phrase' | 'carrier' | 'list'
    needs_review?: boolean
    created_at: string
  }
}

export interface CheckCallingRulesInput {
  phone_number: string
  /** A day, or a time; UTC unless it says otherwise */
  at?: string | null
  campaign_id?: number | null
  /** An IANA time zone */
  timezone?: string | null
  region?: string | null
}

export interface CheckCallingRulesAnswer {
  phone_number: string
  at: string
  decision: 'dial' | 'wait' | 'no'
  reasons: string[]
  findings: {
    code: string
    words: string
    region: string | null
  }[]
  place: {
    regions: string[]
    time_zones: string[]
    source: 'stated' | 'area code' | 'country' | 'unknown'
  }
  rules: {
    region: string
    name: string
    rule: {
      id: string
      hours: {
        monday: string[]
        tuesday: string[]
        wednesday: string[]
        thursday: string[]
        friday: string[]
        saturday: string[]
        sunday: string[]
      }
      closed_days: string[]
      closed_day_hours: string[]
      ban: string | null
      caps: {
        calls: number
        hours: number
      }[]
      consent: 'none' | 'express' | 'express_written'
      duties: string | null
      source: string
      as_of: string
      valid_from: string
      review_by: string
      grade: 'A' | 'B' | 'C'
      verified: boolean
      is_house_rule: boolean
      is_overdue: boolean
    } | null
    notices: {
      ai: boolean
      recording: boolean
      duties: string | null
      source: string
      as_of: string
      valid_from: string
      grade: 'A' | 'B' | 'C'
      verified: boolean
    } | null
    own: {
      hours: {
        monday: string[]
        tuesday: string[]
        wednesday: string[]
        thursday: string[]
        friday: string[]
        saturday: string[]
        sunday: string[]
      } | null
      caps: {
        calls: number
        hours: number
      }[]
      keep_closed_days: boolean
      because: string | null
      updated_at: string
    } | null
  }[]
  caps: {
    region: string
    calls: number
    hours: number
    counted: number
    is_own: boolean
  }[]
  notices: ('ai' | 'recording')[]
  verified: boolean
  next_at: string | null
  notice: string
}

export interface CreateAssistantInput {
  /** Name in lists. The variable `{{name}}` of a disclosure is this name too */
  assistant_name: string
  /** Voice that speaks. It must suit the engine and the language */
  voice_id: number
  /** Language that the assistant speaks and understands */
  language: string
  /** Text model that decides what to say. The pipeline engine needs one */
  llm_model?: string | null
  /** Whether the assistant makes calls or receives them */
  calls_direction: 'receive' | 'make'
  /** `pipeline` hears, thinks and speaks with one part each; `multimodal` does all with a realtime model */
  engine_type: 'pipeline' | 'multimodal'
  /** IANA time zone. The assistant knows the local time there */
  timezone: string
  /** First words of the assistant. `{{variable}}` is replaced by its value */
  initial_message: string
  /** Instructions for the model: role, goal and manner. `{{variable}}` is replaced by its value */
  system_prompt: string
  /** Realtime model. Only the multimodal engine takes one */
  multimodal_model_id?: number | null
  /** How the end of a sentence is found: `vad` waits for silence, `ai` judges the words */
  endpoint_type?: 'vad' | 'ai' | null
  /** How sure the end of a sentence must be. With `vad` these are seconds of silence */
  endpoint_sensitivity?: number | null
  /** How easily a sound interrupts the assistant */
  interrupt_sensitivity?: number | null
  /** Kept for clients that show it. Nothing plays it */
  ambient_sound_volume?: number | null
  /** A model evaluates each call after its end */
  post_call_evaluation?: boolean | null
  /** Sends only calls in which a conversation took place */
  send_webhook_only_on_completed?: boolean | null
  /** Sends the link of the recording along */
  include_recording_in_webhook?: boolean | null
  /** Sends ended calls to `webhook_url` */
  is_webhook_active?: boolean | null
  use_min_interrupt_words?: boolean | null
  /** Interruptions with fewer words are ignored */
  min_interrupt_words?: number | null
  /** Values for `{{variable}}`. Those of a lead and of a call replace them */
  variables?: Record<string, unknown> | null
  /** What the evaluation finds out about a call. Each entry becomes a variable of the call */
  post_call_schema?: {
    name: string
    type: 'string' | 'number' | 'bool'
    description: string
  }[] | null
  'end_call_tool.description'?: string | null
  /** Tells the model when to hang up */
  end_call_tool?: {
    description?: string | null
  } | null
  /** Tools of your own that the assistant may use */
  tool_ids?: number[] | null
  /** Built-in abilities, such as transferring a call */
  tools?: ({
    type: 'end_call'
    description?: string | null
  } | {
    type: 'call_transfer'
    phone_number: string
    description?: string | null
    custom?: boolean | null
    custom_numbers?: string[] | null
    /** An IANA time zone */
    timezone?: string | null
    allowed_hours_start_time?: string | null
    allowed_hours_end_time?: string | null
    allowed_days?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | null
    warm_transfer?: boolean | null
    warm_transfer_message?: string | null
  } | {
    type: 'warm_call_transfer'
    supervisor_phone: string
    outbound_phone_id: number
    description: string
    custom_sip?: boolean | null
    caller_id_mode?: 'outbound_number' | 'customer_number' | 'custom' | null
    custom_caller_id?: string | null
    hold_music?: 'hold_music' | 'none' | null
    hold_music_volume?: number | null
    hold_message?: string | null
    summary_instructions?: string | null
    briefing_initial_message?: string | null
    connected_message?: string | null
  } | {
    type: 'dtmf_input'
    description?: string | null
  } | {
    type: 'collect_keypad'
    timeout?: number | null
    stop_key?: '#' | '*' | null
  } | {
    type: 'assistant_transfer'
    assistant_id: number
    description?: string | null
    message_before_transfer?: string | null
    speak_transfer_greeting?: boolean | null
  } | {
    type: 'do_not_call'
    description?: string | null
  } | {
    type: 'call_back_at'
    description?: string | null
  } | {
    type: 'send_sms'
    description?: string | null
    texts?: string[] | null
  })[] | null
  /** `function_call` looks things up when the model asks; `prompt` looks up each sentence */
  knowledgebase_mode?: 'function_call' | 'prompt' | null
  /** Low values repeat themselves, high values surprise */
  llm_temperature?: number | null
  /** Some voices have no such setting */
  voice_stability?: number | null
  /** Some voices have no such setting */
  voice_similarity?: number | null
  /** 1 is the normal speed */
  speech_speed?: number | null
  /** Customers may interrupt the assistant */
  allow_interruptions?: boolean | null
  /** Says a short phrase when an answer takes more than 1.2 seconds */
  filler_audios?: boolean | null
  /** Phrases to say, one per line. Without them the phrases of the language are used */
  filler_config?: {
    neutral?: string[] | null
    negative?: string[] | null
    positive?: string[] | null
    question?: string[] | null
  } | null
  /** Kept for clients that show it. Nothing plays it */
  ambient_sound?: string | null
  /** Seconds of silence after which the assistant asks whether the customer is there */
  re_engagement_interval?: number | null
  /** Seconds after which the assistant says goodbye and hangs up */
  max_call_duration?: number | null
  /** Seconds of silence after which the call ends */
  max_silence_duration?: number | null
  /** Hangs up when a machine answers */
  end_call_on_voicemail?: boolean | null
  /** Message for a machine that answers. Without it the call ends there */
  voice_mail_message?: string | null
  /** Key that a customer presses never to be called again */
  opt_out_key?: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'off' | '*' | '#' | null
  /** Removes background noise of the customer */
  noise_cancellation?: boolean | null
  /** Records both sides of the call */
  record_call?: boolean | null
  /** Says first that an AI speaks: `auto` in the language, `custom` in your words. Unset: the calling rules decide */
  disclosure?: 'off' | 'auto' | 'custom' | null
  /** First words with `custom`. `{{name}}` is the name of the assistant */
  disclosure_text?: string | null
  /** Says that the call is recorded. Unset: the calling rules decide */
  recording_notice?: boolean | null
  /** `Customer`: the assistant waits for the first words of the customer */
  who_speaks_first?: 'AI assistant' | 'Customer' | null
  /** The assistant on a web page */
  widget_settings?: {
    enabled?: boolean | null
    allowed_origins?: string[] | null
    voice?: boolean | null
    chat?: boolean | null
    position?: 'right-bottom' | 'left-bottom' | 'right-top' | 'left-top' | null
    color?: string | null
    header_title?: string | null
    header_subtitle?: string | null
    button_main_text?: string | null
    button_sub_text?: string | null
    start_button_text?: string | null
    modal_title?: string | null
    modal_description?: string | null
    calls_per_hour?: number | null
    calls_at_once?: number | null
    max_duration?: number | null
    messages_per_conversation?: number | null
    pre_chat_fields?: {
      name: string
      label: string
      required?: boolean | null
    }[] | null
  } | null
  /** Number that the assistant calls from or answers at */
  phone_number_id?: number | null
  /** Knowledge base that the assistant answers from */
  knowledgebase_id?: number | null
  /** Address that receives ended calls */
  webhook_url?: string | null
  /** Address that receives ended conversations in writing */
  conversation_ended_webhook_url?: string | null
}

export interface CreateAssistantAnswer {
  message: string
  data: {
    id: number
    name: string
    status: 'active' | 'inactive'
    type: 'inbound' | 'outbound'
    mode: 'pipeline' | 'multimodal'
  }
}

export interface CreateCampaignInput {
  name: string
  assistant_id: number
  /** An IANA time zone */
  timezone?: string | null
  max_calls_in_parallel?: number | null
  mark_complete_when_no_leads?: boolean | null
  allowed_hours_start_time?: string | null
  allowed_hours_end_time?: string | null
  allowed_days?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | null
  max_retries?: number | null
  /** Seconds, not minutes, from the end of the failed call */
  retry_interval?: number | null
  retry_on_voicemail?: boolean | null
  /** A conversation completes its lead only if `goal_completion_variable` is true */
  retry_on_goal_incomplete?: boolean | null
  /** Name of a `bool` entry of the post_call_schema of the assistant. `retry_on_goal_incomplete` needs it */
  goal_completion_variable?: string | null
  /** Share of calls that fail for technical reasons at which the campaign stops; null: it never stops for that */
  pause_on_failure_rate?: number | null
  /** Own numbers that its calls are made from; null: the number of the assistant */
  phone_number_ids?: number[] | null
  /** `rotate`: the number with the fewest calls today; `local`: a number from the same area; `sticky`: the number that called the lead before */
  caller_id_strategy?: 'rotate' | 'local' | 'sticky' | null
  caller_id_daily_max?: number | null
  /** What the calling rules do: `enforce` keeps calls from being made that they do not allow, `observe` only records what they say */
  calling_rules?: 'off' | 'observe' | 'enforce' | null
  require_consent?: 'none' | 'express' | 'express_written' | null
  purpose?: string | null
}

export interface CreateCampaignAnswer {
  message: string
  data: {
    id: number
    name: string
    status: 'draft' | 'in-progress' | 'stopped' | 'completed'
    max_calls_in_parallel: number
    mark_complete_when_no_leads: boolean
    allowed_hours_start_time: string
    allowed_hours_end_time: string
    allowed_days: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[]
    max_retries: number
    retry_interval: number
    calling_rules: 'off' | 'observe' | 'enforce'
    created_at: string
    updated_at: string
    assistant_id: number
    timezone: string
    retry_on_voicemail: boolean
    retry_on_goal_incomplete: boolean
    goal_completion_variable: string | null
    pause_on_failure_rate: number | null
    phone_number_ids: number[] | null
    caller_id_strategy: 'rotate' | 'local' | 'sticky'
    caller_id_daily_max: number
    require_consent: 'none' | 'express' | 'express_written'
    purpose: string | null
    stop_reason: string | null
    leads_count: {
      total: number
      created: number
      completed: number
      'reached-max-retries': number
    }
    calls_in_progress: number
    slots: {
      total: number
      taken: number
      free: number
    }
    next_call_at: string | null
  }
}

export interface CreateConsentInput {
  phone_number: string
  kind: 'express_written' | 'express' | 'inquiry' | 'contract'
  channels?: ('call' | 'sms')[] | null
  covers_artificial_voice?: boolean | null
  purpose?: string | null
  seller?: string | null
  text?: string | null
  text_version?: string | null
  text_hash?: string | null
  language?: string | null
  captured_by?: 'web' | 'phone' | 'paper' | 'sms' | 'in_person' | 'other' | null
  source_url?: string | null
  ip_address?: string | null
  user_agent?: string | null
  certificate_url?: string | null
  /** A day, or a time; UTC unless it says otherwise */
  certificate_claimed_at?: string | null
  universal_leadid?: string | null
  document_hash?: string | null
  /** A day, or a time; UTC unless it says otherwise */
  given_at?: string | null
  /** A day, or a time; UTC unless it says otherwise */
  expires_at?: string | null
}

export interface CreateConsentAnswer {
  message: string
  data: {
    id: number
    phone_number: string
    status: 'granted' | 'revoked'
    revokes: number | null
    because: string | null
    kind: 'express_written' | 'express' | 'inquiry' | 'contract'
    channels: ('call' | 'sms')[]
    covers_artificial_voice: boolean
    purpose: string | null
    seller: string | null
    text: string | null
    text_version: string | null
    text_hash: string | null
    language: string | null
    captured_by: 'web' | 'phone' | 'paper' | 'sms' | 'in_person' | 'other' | null
    source_url: string | null
    ip_address: string | null
    user_agent: string | null
    certificate_url: string | null
    certificate_claimed_at: string | null
    universal_leadid: string | null
    document_hash: string | null
    given_at: string
    expires_at: string | null
    recorded_by: 'api' | 'lead' | 'import'
    created_at: string
  }
}

export interface CreateDocumentInput {
  id: number
  name: string
  description?: string | null
  type: 'website' | 'pdf' | 'txt' | 'docx'
  url?: string | null
  links?: {
    link: string
  }[] | null
  relative_links_limit?: number | null
  size?: number | null
}

export interface CreateDocumentAnswer {
  message: string
  data: {
    id: number
    name: string
    description: string | null
    type: 'website' | 'pdf' | 'txt' | 'docx'
    type_label: string
    status: 'processing' | 'active' | 'failed'
    status_label: string
    failure_reason: string | null
    search: 'words' | 'words_and_meaning' | null
    created_at: string
    updated_at: string
  }
  upload?: {
    url: string
    fields: Record<string, string>
  }
}

export interface CreateEvidenceExportAnswer {
  message: string
  data: {
    id: number
    status: 'waiting' | 'done' | 'removed'
    decisions: number
    unlinked: number
    files: {
      name: string
      url: string
    }[]
    created_at: string
    finished_at: string | null
  }
}

export interface CreateExportInput {
  what: 'calls' | 'leads' | 'sms' | 'transactions' | 'conversations' | 'campaigns' | 'consents' | 'blacklist' | 'numbers'
  format?: 'csv' | 'jsonl' | null
  /** Filters of the list, by the names of its query parameters */
  filters?: {
    status?: string
    type?: string
    ended_reason?: string
    phone_number?: string
    external_identifier?: string
    date_from?: string
    date_to?: string
    assistant_id?: number
    assistant_version?: number
    campaign_id?: number
  } | null
}

export interface CreateExportAnswer {
  message: string
  data: {
    id: number
    what: 'calls' | 'leads' | 'sms' | 'transactions' | 'conversations' | 'campaigns' | 'consents' | 'blacklist' | 'numbers'
    format: 'csv' | 'jsonl'
    filters: Record<string, unknown>
    status: 'waiting' | 'writing' | 'done' | 'failed' | 'removed' | 'expired'
    failure_reason: 'took_too_long' | 'too_large' | null
    rows: number
    bytes: number
    url: string | null
    created_at: string
    finished_at: string | null
    expires_at: string | null
  }
}

export interface CreateKnowledgebaseInput {
  name: string
  description?: string | null
}

export interface CreateKnowledgebaseAnswer {
  message: string
  data: {
    id: number
    name: string
    description: string | null
    status: 'empty' | 'processing' | 'active' | 'failed'
    status_label: string
    documents_count: number
    assistants_count: number
    created_at: string
    updated_at: string
  }
}

export interface CreateLeadInput {
  campaign_id: number
  allow_dupplicate?: boolean | null
  phone_number: string
  variables?: Record<string, unknown> | null
  consent?: {
    kind: 'express_written' | 'express' | 'inquiry' | 'contract'
    channels?: ('call' | 'sms')[] | null
    covers_artificial_voice?: boolean | null
    purpose?: string | null
    seller?: string | null
    text?: string | null
    text_version?: string | null
    text_hash?: string | null
    language?: string | null
    captured_by?: 'web' | 'phone' | 'paper' | 'sms' | 'in_person' | 'other' | null
    source_url?: string | null
    ip_address?: string | null
    user_agent?: string | null
    certificate_url?: string | null
    /** A day, or a time; UTC unless it says otherwise */
    certificate_claimed_at?: string | null
    universal_leadid?: string | null
    document_hash?: string | null
    /** A day, or a time; UTC unless it says otherwise */
    given_at?: string | null
    /** A day, or a time; UTC unless it says otherwise */
    expires_at?: string | null
  } | null
  /** Where the person is: by its clock calling rules allow calls, if the campaign enforces them */
  timezone?: string | null
  region?: string | null
  secondary_contacts?: {
    phone_number: string
    variables?: Record<string, unknown> | null
    consent?: {
      kind: 'express_written' | 'express' | 'inquiry' | 'contract'
      channels?: ('call' | 'sms')[] | null
      covers_artificial_voice?: boolean | null
      purpose?: string | null
      seller?: string | null
      text?: string | null
      text_version?: string | null
      text_hash?: string | null
      language?: string | null
      captured_by?: 'web' | 'phone' | 'paper' | 'sms' | 'in_person' | 'other' | null
      source_url?: string | null
      ip_address?: string | null
      user_agent?: string | null
      certificate_url?: string | null
      /** A day, or a time; UTC unless it says otherwise */
      certificate_claimed_at?: string | null
      universal_leadid?: string | null
      document_hash?: string | null
      /** A day, or a time; UTC unless it says otherwise */
      given_at?: string | null
      /** A day, or a time; UTC unless it says otherwise */
      expires_at?: string | null
    } | null
    /** Where the person is: by its clock calling rules allow calls, if the campaign enforces them */
    timezone?: string | null
    region?: string | null
  }[] | null
}

export interface CreateLeadAnswer {
  message: string
  data: {
    id: number
    phone_number: string
    variables: Record<string, unknown>
    timezone: string | null
    region: string | null
    status: 'created' | 'completed' | 'reached-max-retries'
    created_at: string
    updated_at: string
    campaign_id: number
    campaign: {
      id: number
      name: string
    }
    secondary_contacts: {
      id: number
      phone_number: string
      variables: Record<string, unknown>
      timezone: string | null
      region: string | null
      status: 'created' | 'completed' | 'reached-max-retries'
      created_at: string
      updated_at: string
    }[]
  }
}

export interface CreateLeadImportInput {
  campaign_id: number
  name: string
  size: number
  allow_dupplicate?: boolean | null
  sheet?: string | null
  columns?: string[] | null
}

export interface CreateLeadImportAnswer {
  message: string
  data: {
    id: number
    campaign_id: number
    name: string
    sheet: string | null
    status: 'waiting' | 'importing' | 'done' | 'failed'
    failure_reason: string | null
    rows: number
    imported: number
    rejected: number
    created_at: string
    updated_at: string
  }
  upload: {
    url: string
    fields: Record<string, string>
  }
}

export interface CreatePersonErasureInput {
  phone_number: string
}

export interface CreatePersonErasureAnswer {
  message: string
  data: {
    id: number
    status: 'waiting' | 'done'
    erased: number
    waits_for: number
    created_at: string
    finished_at: string | null
  }
}

export interface CreatePersonExportInput {
  phone_number: string
}

export interface CreatePersonExportAnswer {
  message: string
  data: {
    id: number
    status: 'waiting' | 'done' | 'removed'
    items: number
    files: {
      name: string
      url: string
    }[]
    created_at: string
    finished_at: string | null
  }
}

export interface CreateSuppressionListInput {
  name: string
  as_of: string
  size: number
  country?: 'AC' | 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TA' | 'TC' | 'TD' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW' | null
  valid_days?: number | null
}

export interface CreateSuppressionListAnswer {
  message: string
  data: {
    id: number
    name: string
    as_of: string
    status: 'waiting' | 'importing' | 'in_force' | 'failed'
    failure_reason: string | null
    rows: number
    numbers: number
    refused: number
    refused_rows: {
      line: number
      reason: string
    }[]
    updated_at: string
  }
  upload: {
    url: string
    fields: Record<string, string>
  }
}

export interface CreateTokenInput {
  name: string
  scope: 'read' | 'operate' | 'all'
  expires_in_days?: number | null
}

export interface CreateTokenAnswer {
  message: string
  data: {
    id: number
    token_id: string
    name: string | null
    ending: string
    scope: 'read' | 'operate' | 'all'
    in_use: boolean
    created_at: string
    expires_at: string | null
    last_used_at: string | null
    token: string
  }
}

export interface CreateToolInput {
  name: string
  description: string
  /** `{parameter}` is replaced by what the model says, `{{variable}}` by a variable of the call. */
  endpoint: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  timeout?: number | null
  headers?: {
    name: string
    value: string
  }[] | null
  schema?: {
    name: string
    type: 'string' | 'number' | 'boolean'
    description: string
    required?: boolean | null
  }[] | null
}

export interface CreateToolAnswer {
  message: string
  data: {
    id: number
    name: string
    description: string
    endpoint: string
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    timeout: number
    headers: {
      name: string
      value: string
    }[]
    schema: {
      name: string
      type: 'string' | 'number' | 'boolean'
      description: string
      required: boolean
    }[]
    created_at: string
    updated_at: string
  }
}

export interface CreateWebCallInput {
  id: number
  variables?: Record<string, unknown> | null
  visitor_key?: string | null
  typed?: boolean | null
  draft?: boolean | null
}

export interface CreateWebCallAnswer {
  message: string
  data: {
    id: number
    token: string
    expires_at: string
    follow_token: string
    engine: string
  }
}

export interface DeleteAssistantInput {
  id: number
}

export interface DeleteAssistantAnswer {
  message: string
}

export interface DeleteCallInput {
  id: number
}

export interface DeleteCallAnswer {
  message: string
}

export interface DeleteCampaignInput {
  id: number
}

export interface DeleteCampaignAnswer {
  message: string
}

export interface DeleteDocumentInput {
  id: number
  document_id: number
}

export interface DeleteDocumentAnswer {
  message: string
}

export interface DeleteKnowledgebaseInput {
  id: number
}

export interface DeleteKnowledgebaseAnswer {
  message: string
}

export interface DeleteLeadInput {
  id: number
}

export interface DeleteLeadAnswer {
  message: string
}

export interface DeleteSuppressionListInput {
  id: number
}

export interface DeleteSuppressionListAnswer {
  message: string
}

export interface DeleteTokenInput {
  id: number
}

export interface DeleteTokenAnswer {
  message: string
}

export interface DeleteToolInput {
  id: number
}

export interface DeleteToolAnswer {
  message: string
}

export interface DisableChatAiInput {
  uuid: string
}

export interface DisableChatAiAnswer {
  status: boolean
  ai_enabled: boolean
}

export interface DisableConversationEndedWebhookInput {
  assistant_id: number
}

export interface DisableConversationEndedWebhookAnswer {
  message: string
  data: never[]
}

export interface DisableInboundWebhookInput {
  assistant_id: number
}

export interface DisableInboundWebhookAnswer {
  message: string
  data: never[]
}

export interface DisableWebhookInput {
  assistant_id: number
}

export interface DisableWebhookAnswer {
  message: string
  data: never[]
}

export interface DiscardDraftInput {
  id: number
}

export interface DiscardDraftAnswer {
  message: string
}

export interface EnableChatAiInput {
  uuid: string
}

export interface EnableChatAiAnswer {
  status: boolean
  ai_enabled: boolean
}

export interface EnableConversationEndedWebhookInput {
  assistant_id: number
  webhook_url: string
}

export interface EnableConversationEndedWebhookAnswer {
  message: string
  data: never[]
}

export interface EnableInboundWebhookInput {
  assistant_id: number
  webhook_url: string
}

export interface EnableInboundWebhookAnswer {
  message: string
  data: never[]
}

export interface EnableWebhookInput {
  assistant_id: number
  webhook_url: string
}

export interface EnableWebhookAnswer {
  message: string
  data: never[]
}

export interface EndCallInput {
  id: number
}

export interface EndCallAnswer {
  message: string
}

export interface FinishRolloutInput {
  id: number
}

export interface FinishRolloutAnswer {
  message: string
  data: {
    number: number
  }
}

export interface GenerateReplyInput {
  assistant_id: number
  customer_identifier: string
  message: string
  variables?: Record<string, unknown> | null
}

export interface GenerateReplyAnswer {
  success: boolean
  conversation_id: string
  customer_identifier: string
  reply: string
  function_calls: {
    name: string
    arguments: Record<string, unknown>
    result: string | null
  }[]
  ai_disabled: boolean
}

export interface GetAnalyticsInput {
  metric?: 'calls' | 'reached' | 'reach_rate' | 'goals' | 'goal_rate' | 'minutes' | 'cost' | 'cost_per_goal' | 'average_duration' | 'latency_p50' | 'latency_p95' | 'opt_outs' | null
  group_by?: 'day' | 'hour_of_day' | 'assistant' | 'version' | 'campaign' | 'number' | 'ended_reason' | 'country' | null
  /** An IANA time zone */
  timezone?: string | null
  status?: 'initiated' | 'ringing' | 'busy' | 'in-progress' | 'ended' | 'completed' | 'ended_by_customer' | 'ended_by_assistant' | 'no-answer' | 'failed' | null
  type?: 'inbound' | 'outbound' | 'web' | null
  phone_number?: string | null
  assistant_id?: number | null
  assistant_version?: number | null
  campaign_id?: number | null
  ended_reason?: 'customer_hung_up' | 'assistant_hung_up' | 'transferred' | 'voicemail' | 'voicemail_message_left' | 'screened' | 'ivr' | 'fax' | 'silence' | 'max_duration' | 'busy' | 'no_answer' | 'declined' | 'invalid_number' | 'country_not_allowed' | 'blacklisted' | 'not_allowed_now' | 'no_consent' | 'no_money' | 'limit_reached' | 'campaign_stopped' | 'steered' | 'carrier_refused_number' | 'carrier_refused_account' | 'carrier_failed' | 'model_failed' | 'line_lost' | 'web_never_joined' | 'unknown' | null
  date_from?: string | null
  date_to?: string | null
}

export interface GetAnalyticsAnswer {
  metric: 'calls' | 'reached' | 'reach_rate' | 'goals' | 'goal_rate' | 'minutes' | 'cost' | 'cost_per_goal' | 'average_duration' | 'latency_p50' | 'latency_p95' | 'opt_outs'
  group_by: 'day' | 'hour_of_day' | 'assistant' | 'version' | 'campaign' | 'number' | 'ended_reason' | 'country' | null
  timezone: string
  date_from: string
  date_to: string
  total: number | null
  data: {
    key: string | null
    value: number | null
  }[]
}

export interface GetAssistantInput {
  id: number
}

export interface GetAssistantAnswer {
  id: number
  user_id: number
  uuid: string
  status: 'active' | 'inactive'
  name: string
  voice_id: number
  language_id: number
  type: 'inbound' | 'outbound'
  mode: 'pipeline' | 'multimodal'
  timezone: string
  initial_message: string
  system_prompt: string
  endpoint_type: 'vad' | 'ai'
  endpoint_sensitivity: number
  interrupt_sensitivity: number
  ambient_sound_volume: string
  post_call_evaluation: boolean
  send_webhook_only_on_completed: boolean
  include_recording_in_webhook: boolean
  is_webhook_active: boolean
  min_interrupt_words: number
  variables: Record<string, unknown>
  post_call_schema: {
    name: string
    type: 'string' | 'number' | 'bool'
    description: string
  }[]
  tool_ids: number[]
  knowledgebase_mode: 'function_call' | 'prompt'
  llm_temperature: string
  voice_stability: string
  voice_similarity: string
  speech_speed: string
  allow_interruptions: boolean
  fillers: number
  filler_config: {
    neutral: string[]
    negative: string[]
    positive: string[]
    question: string[]
  }
  ambient_sound: string
  reengagement_interval: number
  max_duration: number
  max_silence_duration: number
  end_call_on_voicemail: number
  voice_mail_message: string | null
  opt_out_key: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'off' | '*' | '#'
  enable_noise_cancellation: boolean
  record: boolean
  disclosure: 'off' | 'auto' | 'custom' | null
  disclosure_text: string
  recording_notice: boolean | null
  wait_for_customer: boolean
  widget_settings: {
    enabled?: boolean
    allowed_origins?: string[]
    voice?: boolean
    chat?: boolean
    position?: 'right-bottom' | 'left-bottom' | 'right-top' | 'left-top'
    color?: string
    header_title?: string
    header_subtitle?: string
    button_main_text?: string
    button_sub_text?: string
    start_button_text?: string
    modal_title?: string
    modal_description?: string
    calls_per_hour?: number
    calls_at_once?: number
    max_duration?: number
    messages_per_conversation?: number
    pre_chat_fields?: {
      name: string
      label: string
      required: boolean
    }[]
  }
  phone_number_id: number | null
  knowledgebase_id: number | null
  webhook_url: string | null
  conversation_ended_webhook_url: string | null
  language: string | null
  llm_model_id: number | null
  multimodal_model_id: number | null
  tools: {
    type: string
    data: Record<string, unknown>
  }[]
  inbound_webhook_url: string | null
  version: number
  created_at: string
  updated_at: string
  engine_id: number | null
  synthesizer_id: number | null
  transcriber_id: number | null
  instance_id: number
  flows_platform_id: number | null
  deleted_at: string | null
  transcriber_provider_id: number | null
  synthesizer_provider_id: number | null
}

export interface GetAssistantVersionInput {
  id: number
  version: number
  compared_to?: number | null
}

export interface GetAssistantVersionAnswer {
  number: number
  hash: string
  note: string | null
  created_at: string
  token_id: string | null
  restored_from: number | null
  is_live: boolean
  calls: number
  settings: {
    name: string
    voice_id: number
    language_id: number
    type: 'inbound' | 'outbound'
    mode: 'pipeline' | 'multimodal'
    timezone: string
    initial_message: string
    system_prompt: string
    endpoint_type: 'vad' | 'ai'
    endpoint_sensitivity: number
    interrupt_sensitivity: number
    ambient_sound_volume: string
    post_call_evaluation: boolean
    send_webhook_only_on_completed: boolean
    include_recording_in_webhook: boolean
    is_webhook_active: boolean
    min_interrupt_words: number
    variables: Record<string, unknown>
    post_call_schema: {
      name: string
      type: 'string' | 'number' | 'bool'
      description: string
    }[]
    tool_ids: number[]
    knowledgebase_mode: 'function_call' | 'prompt'
    llm_temperature: string
    voice_stability: string
    voice_similarity: string
    speech_speed: string
    allow_interruptions: boolean
    fillers: number
    filler_config: {
      neutral: string[]
      negative: string[]
      positive: string[]
      question: string[]
    }
    ambient_sound: string
    reengagement_interval: number
    max_duration: number
    max_silence_duration: number
    end_call_on_voicemail: number
    voice_mail_message: string | null
    opt_out_key: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'off' | '*' | '#'
    enable_noise_cancellation: boolean
    record: boolean
    disclosure: 'off' | 'auto' | 'custom' | null
    disclosure_text: string
    recording_notice: boolean | null
    wait_for_customer: boolean
    widget_settings: {
      enabled?: boolean
      allowed_origins?: string[]
      voice?: boolean
      chat?: boolean
      position?: 'right-bottom' | 'left-bottom' | 'right-top' | 'left-top'
      color?: string
      header_title?: string
      header_subtitle?: string
      button_main_text?: string
      button_sub_text?: string
      start_button_text?: string
      modal_title?: string
      modal_description?: string
      calls_per_hour?: number
      calls_at_once?: number
      max_duration?: number
      messages_per_conversation?: number
      pre_chat_fields?: {
        name: string
        label: string
        required: boolean
      }[]
    }
    phone_number_id: number | null
    knowledgebase_id: number | null
    webhook_url: string | null
    conversation_ended_webhook_url: string | null
    language: string | null
    llm_model_id: number | null
    multimodal_model_id: number | null
    tools: {
      type: string
      data: Record<string, unknown>
    }[]
    inbound_webhook_url: string | null
  }
  compared_to: number | null
  changes: {
    name: string
    before: unknown
    after: unknown
  }[]
}

export interface GetCallInput {
  id: number
}

export interface GetCallAnswer {
  id: number
  assistant_name: string
  assistant_id: number
  assistant_version: number | null
  campaign_id: number | null
  campaign_name: string | null
  lead_id: number | null
  type: 'inbound' | 'outbound' | 'web'
  duration: number
  assistant_phone_number: string
  client_phone_number: string
  status: 'initiated' | 'ringing' | 'busy' | 'in-progress' | 'ended' | 'completed' | 'ended_by_customer' | 'ended_by_assistant' | 'no-answer' | 'failed'
  transcript: string | null
  variables: Record<string, unknown>
  evaluation: Record<string, unknown>
  webhook_response: Record<string, unknown>
  carrier_cost: number
  total_cost: number
  answered_by: 'human' | 'machine' | 'unknown'
  ended_reason: 'customer_hung_up' | 'assistant_hung_up' | 'transferred' | 'voicemail' | 'voicemail_message_left' | 'screened' | 'ivr' | 'fax' | 'silence' | 'max_duration' | 'busy' | 'no_answer' | 'declined' | 'invalid_number' | 'country_not_allowed' | 'blacklisted' | 'not_allowed_now' | 'no_consent' | 'no_money' | 'limit_reached' | 'campaign_stopped' | 'steered' | 'carrier_refused_number' | 'carrier_refused_account' | 'carrier_failed' | 'model_failed' | 'line_lost' | 'web_never_joined' | 'unknown' | null
  carrier_code: number | null
  failure_reason: string | null
  recording_url: string | null
  created_at: string
  updated_at: string
  messages: Record<string, unknown>[]
  tool_calls: {
    id: string
    name: string
    arguments: Record<string, string | number | boolean>
    outcome: 'running' | 'done' | 'failed' | 'unknown'
    http_status: number | null
    result: string | null
    started_at: string
    duration_ms: number | null
  }[]
  transfers: {
    phone_number: string
    requested_by: 'assistant' | 'user'
    is_warm: boolean
    status: 'asked' | 'ringing' | 'in-progress' | 'completed' | 'busy' | 'no-answer' | 'declined' | 'failed' | 'canceled' | 'refused'
    requested_at: string
    connected_at: string | null
    ended_at: string | null
    duration: number
    cost: number
    reason: string | null
    carrier_code: number | null
    failure_reason: string | null
  }[]
  cost_breakdown: {
    call: number
    transfers: number
  }
  disclosure_spoken_at: string | null
  disclosure_cut: boolean
}

export interface GetCallEvidenceInput {
  id: number
}

export interface GetCallEvidenceAnswer {
  call_id: number
  decisions: {
    id: number
    decision: 'dial' | 'refused' | 'restored'
    decided_at: string
    words: string[]
    record: Record<string, unknown>
    facts: {
      salt: string
      phone_number: string
    } | null
    facts_erased_at: string | null
    link: {
      chain: number
      seq: number
      prev: string
      hash: string
    } | null
  }[]
}

export interface GetCallerIdInput {
  id: number
}

export interface GetCallerIdAnswer {
  id: number
  phone_number: string
  validation_code: string | null
  status: 'pending' | 'verified' | 'failed' | 'expired'
}

export interface GetCampaignInput {
  id: number
}

export interface GetCampaignAnswer {
  id: number
  name: string
  status: 'draft' | 'in-progress' | 'stopped' | 'completed'
  max_calls_in_parallel: number
  mark_complete_when_no_leads: boolean
  allowed_hours_start_time: string
  allowed_hours_end_time: string
  allowed_days: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[]
  max_retries: number
  retry_interval: number
  calling_rules: 'off' | 'observe' | 'enforce'
  created_at: string
  updated_at: string
  assistant_id: number
  timezone: string
  retry_on_voicemail: boolean
  retry_on_goal_incomplete: boolean
  goal_completion_variable: string | null
  pause_on_failure_rate: number | null
  phone_number_ids: number[] | null
  caller_id_strategy: 'rotate' | 'local' | 'sticky'
  caller_id_daily_max: number
  require_consent: 'none' | 'express' | 'express_written'
  purpose: string | null
  stop_reason: string | null
  leads_count: {
    total: number
    created: number
    completed: number
    'reached-max-retries': number
  }
  calls_in_progress: number
  slots: {
    total: number
    taken: number
    free: number
  }
  next_call_at: string | null
  parallel_calls_note: string | null
  numbers: {
    id: number
    calls_today: number
    answer_rate_7d: number | null
    paused_until: string | null
    pause_reason: string | null
  }[]
}

export interface GetConcurrencyAnswer {
  limit: number
  live: number
  available: number
  by_campaign: {
    campaign_id: number
    live: number
    limit: number
  }[]
  carrier_calls_per_second: number
  waiting: number
}

export interface GetDocumentInput {
  id: number
  document_id: number
}

export interface GetDocumentAnswer {
  data: {
    id: number
    name: string
    description: string | null
    type: 'website' | 'pdf' | 'txt' | 'docx'
    type_label: string
    status: 'processing' | 'active' | 'failed'
    status_label: string
    failure_reason: string | null
    search: 'words' | 'words_and_meaning' | null
    created_at: string
    updated_at: string
  }
}

export interface GetDraftInput {
  id: number
}

export interface GetDraftAnswer {
  revision: number
  note: string | null
  token_id: string
  updated_at: string
  live_version: number
  settings: {
    name: string
    voice_id: number
    language_id: number
    type: 'inbound' | 'outbound'
    mode: 'pipeline' | 'multimodal'
    timezone: string
    initial_message: string
    system_prompt: string
    endpoint_type: 'vad' | 'ai'
    endpoint_sensitivity: number
    interrupt_sensitivity: number
    ambient_sound_volume: string
    post_call_evaluation: boolean
    send_webhook_only_on_completed: boolean
    include_recording_in_webhook: boolean
    is_webhook_active: boolean
    min_interrupt_words: number
    variables: Record<string, unknown>
    post_call_schema: {
      name: string
      type: 'string' | 'number' | 'bool'
      description: string
    }[]
    tool_ids: number[]
    knowledgebase_mode: 'function_call' | 'prompt'
    llm_temperature: string
    voice_stability: string
    voice_similarity: string
    speech_speed: string
    allow_interruptions: boolean
    fillers: number
    filler_config: {
      neutral: string[]
      negative: string[]
      positive: string[]
      question: string[]
    }
    ambient_sound: string
    reengagement_interval: number
    max_duration: number
    max_silence_duration: number
    end_call_on_voicemail: number
    voice_mail_message: string | null
    opt_out_key: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'off' | '*' | '#'
    enable_noise_cancellation: boolean
    record: boolean
    disclosure: 'off' | 'auto' | 'custom' | null
    disclosure_text: string
    recording_notice: boolean | null
    wait_for_customer: boolean
    widget_settings: {
      enabled?: boolean
      allowed_origins?: string[]
      voice?: boolean
      chat?: boolean
      position?: 'right-bottom' | 'left-bottom' | 'right-top' | 'left-top'
      color?: string
      header_title?: string
      header_subtitle?: string
      button_main_text?: string
      button_sub_text?: string
      start_button_text?: string
      modal_title?: string
      modal_description?: string
      calls_per_hour?: number
      calls_at_once?: number
      max_duration?: number
      messages_per_conversation?: number
      pre_chat_fields?: {
        name: string
        label: string
        required: boolean
      }[]
    }
    phone_number_id: number | null
    knowledgebase_id: number | null
    webhook_url: string | null
    conversation_ended_webhook_url: string | null
    language: string | null
    llm_model_id: number | null
    multimodal_model_id: number | null
    tools: {
      type: string
      data: Record<string, unknown>
    }[]
    inbound_webhook_url: string | null
  }
  changes: {
    name: string
    before: unknown
    after: unknown
  }[]
}

export interface GetEventWebhookAnswer {
  url: string | null
}

export interface GetEvidenceExportInput {
  id: number
}

export interface GetEvidenceExportAnswer {
  id: number
  status: 'waiting' | 'done' | 'removed'
  decisions: number
  unlinked: number
  files: {
    name: string
    url: string
  }[]
  created_at: string
  finished_at: string | null
}

export interface GetExportInput {
  id: number
}

export interface GetExportAnswer {
  id: number
  what: 'calls' | 'leads' | 'sms' | 'transactions' | 'conversations' | 'campaigns' | 'consents' | 'blacklist' | 'numbers'
  format: 'csv' | 'jsonl'
  filters: Record<string, unknown>
  status: 'waiting' | 'writing' | 'done' | 'failed' | 'removed' | 'expired'
  failure_reason: 'took_too_long' | 'too_large' | null
  rows: number
  bytes: number
  url: string | null
  created_at: string
  finished_at: string | null
  expires_at: string | null
}

export interface GetKnowledgebaseInput {
  id: number
}

export interface GetKnowledgebaseAnswer {
  data: {
    id: number
    name: string
    description: string | null
    status: 'empty' | 'processing' | 'active' | 'failed'
    status_label: string
    documents_count: number
    assistants_count: number
    created_at: string
    updated_at: string
  }
}

export interface GetLeadInput {
  id: number
}

export interface GetLeadAnswer {
  id: number
  phone_number: string
  variables: Record<string, unknown>
  timezone: string | null
  region: string | null
  status: 'created' | 'completed' | 'reached-max-retries'
  created_at: string
  updated_at: string
  campaign_id: number
  campaign: {
    id: number
    name: string
  }
  secondary_contacts: {
    id: number
    phone_number: string
    variables: Record<string, unknown>
    timezone: string | null
    region: string | null
    status: 'created' | 'completed' | 'reached-max-retries'
    created_at: string
    updated_at: string
  }[]
  attempts: {
    call_id: number
    lead_id: number
    attempted_at: string
    outcome: 'conversation' | 'voicemail' | 'busy' | 'no-answer' | 'failed' | null
    goal: 'pending' | 'reached' | 'missed' | null
  }[]
  next_attempt_at: string | null
  place: {
    regions: string[]
    time_zones: string[]
    source: 'stated' | 'area code' | 'country' | 'unknown'
  }
  reasons: string[]
}

export interface GetLeadImportInput {
  id: number
}

export interface GetLeadImportAnswer {
  id: number
  campaign_id: number
  name: string
  sheet: string | null
  status: 'waiting' | 'importing' | 'done' | 'failed'
  failure_reason: string | null
  rows: number
  imported: number
  rejected: number
  created_at: string
  updated_at: string
  first_rejections: {
    line: number
    reason: string
  }[]
  rejected_files: {
    name: string
    url: string
  }[]
}

export interface GetMeAnswer {
  id: number
  name: string
  email: string
  total_balance: number
}

export interface GetPersonErasureInput {
  id: number
}

export interface GetPersonErasureAnswer {
  id: number
  status: 'waiting' | 'done'
  erased: number
  waits_for: number
  created_at: string
  finished_at: string | null
}

export interface GetPersonExportInput {
  id: number
}

export interface GetPersonExportAnswer {
  id: number
  status: 'waiting' | 'done' | 'removed'
  items: number
  files: {
    name: string
    url: string
  }[]
  created_at: string
  finished_at: string | null
}

export interface GetReplayInput {
  id: number
}

export interface GetReplayAnswer {
  id: number
  assistant_id: number
  assistant_version: number | null
  hash: string
  status: 'running' | 'done'
  calls: number
  cost: {
    expected: number
    at_most: number
    charged: number | null
  }
  created_at: string
  finished_at: string | null
  verdict: 'better' | 'same' | 'worse' | 'unclear' | null
  better: number
  same: number
  worse: number
  failed: number
  differs: {
    outcome: number
    variables: number
    tools: number
    opt_out: number
    turns: number
    words: number
    cost: number
    latency: number
  }
  assertions_failed: number
  results: {
    call_id: number
    status: 'waiting' | 'running' | 'done' | 'failed'
    failure: string | null
    assistant_version: number | null
    verdict: 'better' | 'same' | 'worse' | null
    reason: string | null
    differs: ('outcome' | 'variables' | 'tools' | 'opt_out' | 'turns' | 'words' | 'cost' | 'latency')[]
    recorded: {
      ended_by: 'assistant' | 'customer' | 'limit' | 'failure' | 'unknown'
      variables: Record<string, string | number | boolean | null> | null
      tools: {
        name: string
        arguments: Record<string, string | number | boolean | null>
        outcome: string
      }[]
      opted_out: boolean
      turns: number
      words: number
      cost: number
      latency_ms: number | null
    } | null
    replayed: {
      ended_by: 'assistant' | 'customer' | 'limit' | 'failure' | 'unknown'
      variables: Record<string, string | number | boolean | null> | null
      tools: {
        name: string
        arguments: Record<string, string | number | boolean | null>
        outcome: string
      }[]
      opted_out: boolean
      turns: number
      words: number
      cost: number
      latency_ms: number | null
    } | null
    tools_without_record: string[]
    assertions: {
      type: string
      holds: boolean
      found: string | null
    }[]
    cost: number
  }[]
}

export interface GetReplayedCallInput {
  id: number
  call_id: number
}

export interface GetReplayedCallAnswer {
  call_id: number
  status: 'waiting' | 'running' | 'done' | 'failed'
  failure: string | null
  assistant_version: number | null
  verdict: 'better' | 'same' | 'worse' | null
  reason: string | null
  differs: ('outcome' | 'variables' | 'tools' | 'opt_out' | 'turns' | 'words' | 'cost' | 'latency')[]
  recorded: {
    ended_by: 'assistant' | 'customer' | 'limit' | 'failure' | 'unknown'
    variables: Record<string, string | number | boolean | null> | null
    tools: {
      name: string
      arguments: Record<string, string | number | boolean | null>
      outcome: string
    }[]
    opted_out: boolean
    turns: number
    words: number
    cost: number
    latency_ms: number | null
  } | null
  replayed: {
    ended_by: 'assistant' | 'customer' | 'limit' | 'failure' | 'unknown'
    variables: Record<string, string | number | boolean | null> | null
    tools: {
      name: string
      arguments: Record<string, string | number | boolean | null>
      outcome: string
    }[]
    opted_out: boolean
    turns: number
    words: number
    cost: number
    latency_ms: number | null
  } | null
  tools_without_record: string[]
  assertions: {
    type: string
    holds: boolean
    found: string | null
  }[]
  cost: number
  judge: {
    recorded_first: {
      better: 'recorded' | 'replayed' | 'neither'
      reason: string
    } | null
    replayed_first: {
      better: 'recorded' | 'replayed' | 'neither'
      reason: string
    } | null
  } | null
  recorded_transcript: {
    sender: 'bot' | 'human'
    text: string
  }[]
  replayed_transcript: {
    sender: 'bot' | 'human'
    text: string
  }[]
  tool_calls: {
    id: string
    name: string
    arguments: Record<string, string | number | boolean>
    outcome: 'running' | 'done' | 'failed' | 'unknown'
    http_status: number | null
    result: string | null
    started_at: string
    duration_ms: number | null
    answered_by: 'mock' | 'record' | 'built_in' | 'none'
  }[]
}

export interface GetRolloutInput {
  id: number
}

export interface GetRolloutAnswer {
  id: number
  state: 'running' | 'finished' | 'aborted' | 'rolled_back'
  reason: string | null
  percent: number
  after_calls: number
  people: number
  started_at: string
  ended_at: string | null
  live: {
    version: number
    calls: number
    goals: number
    short_calls: number
    opt_outs: number
    apologies: number
    tool_failures: number
    cost: number
  }
  canary: {
    version: number
    calls: number
    goals: number
    short_calls: number
    opt_outs: number
    apologies: number
    tool_failures: number
    cost: number
  }
  guards: {
    metric: 'goal_rate' | 'short_call_rate' | 'opt_out_rate' | 'apology_rate' | 'tool_failure_rate' | 'cost_per_call'
    worse_by: number
    state: 'undecided' | 'tripped' | 'holds'
    live: number | null
    canary: number | null
  }[]
}

export interface GetSimulationInput {
  id: number
}

export interface GetSimulationAnswer {
  id: number
  name: string | null
  assistant_id: number
  assistant_version: number | null
  draft: boolean
  status: 'running' | 'done'
  runs: number
  passed: number | null
  cost: number | null
  created_at: string
  finished_at: string | null
  results: {
    run: number
    status: 'waiting' | 'running' | 'done' | 'failed'
    passed: boolean | null
    failure: string | null
    ended_by: 'assistant' | 'customer' | 'limit' | 'failure' | null
    limit: 'turns' | 'minutes' | 'models' | null
    transcript: {
      sender: 'bot' | 'human'
      text: string
    }[]
    tool_calls: {
      id: string
      name: string
      arguments: Record<string, string | number | boolean>
      outcome: 'running' | 'done' | 'failed' | 'unknown'
      http_status: number | null
      result: string | null
      started_at: string
      duration_ms: number | null
      answered_by: 'mock' | 'record' | 'built_in' | 'none'
    }[]
    tools_without_mock: string[]
    opted_out: boolean
    extracted_variables: Record<string, string | number | boolean | null> | null
    assertions: {
      type: string
      holds: boolean
      found: string | null
    }[]
    cost: number
  }[]
}

export interface GetSmsInput {
  id: number
}

export interface GetSmsAnswer {
  id: number
  phone_number_id: number
  to: string
  body: string
  user_id: number
  segments: number
  segment_price: number
  total_cost: number
  status: 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed'
  sms_sid: string | null
  carrier_code: number | null
  failure_reason: string | null
  created_at: string
  updated_at: string
}

export interface GetSuppressionListInput {
  id: number
}

export interface GetSuppressionListAnswer {
  data: {
    id: number
    name: string
    as_of: string
    status: 'waiting' | 'importing' | 'in_force' | 'failed'
    failure_reason: string | null
    rows: number
    numbers: number
    refused: number
    refused_rows: {
      line: number
      reason: string
    }[]
    updated_at: string
  }
}

export interface GetToolInput {
  id: number
}

export interface GetToolAnswer {
  id: number
  name: string
  description: string
  endpoint: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  timeout: number
  headers: {
    name: string
    value: string
  }[]
  schema: {
    name: string
    type: 'string' | 'number' | 'boolean'
    description: string
    required: boolean
  }[]
  created_at: string
  updated_at: string
}

export interface GetWebhookSecretAnswer {
  secret: string
}

export interface ImportLeadsInput {
  campaign_id: number
  allow_dupplicate?: boolean | null
  leads: {
    phone_number: string
    variables?: Record<string, unknown> | null
    consent?: {
      kind: 'express_written' | 'express' | 'inquiry' | 'contract'
      channels?: ('call' | 'sms')[] | null
      covers_artificial_voice?: boolean | null
      purpose?: string | null
      seller?: string | null
      text?: string | null
      text_version?: string | null
      text_hash?: string | null
      language?: string | null
      captured_by?: 'web' | 'phone' | 'paper' | 'sms' | 'in_person' | 'other' | null
      source_url?: string | null
      ip_address?: string | null
      user_agent?: string | null
      certificate_url?: string | null
      /** A day, or a time; UTC unless it says otherwise */
      certificate_claimed_at?: string | null
      universal_leadid?: string | null
      document_hash?: string | null
      /** A day, or a time; UTC unless it says otherwise */
      given_at?: string | null
      /** A day, or a time; UTC unless it says otherwise */
      expires_at?: string | null
    } | null
    /** Where the person is: by its clock calling rules allow calls, if the campaign enforces them */
    timezone?: string | null
    region?: string | null
    secondary_contacts?: {
      phone_number: string
      variables?: Record<string, unknown> | null
      consent?: {
        kind: 'express_written' | 'express' | 'inquiry' | 'contract'
        channels?: ('call' | 'sms')[] | null
        covers_artificial_voice?: boolean | null
        purpose?: string | null
        seller?: string | null
        text?: string | null
        text_version?: string | null
        text_hash?: string | null
        language?: string | null
        captured_by?: 'web' | 'phone' | 'paper' | 'sms' | 'in_person' | 'other' | null
        source_url?: string | null
        ip_address?: string | null
        user_agent?: string | null
        certificate_url?: string | null
        /** A day, or a time; UTC unless it says otherwise */
        certificate_claimed_at?: string | null
        universal_leadid?: string | null
        document_hash?: string | null
        /** A day, or a time; UTC unless it says otherwise */
        given_at?: string | null
        /** A day, or a time; UTC unless it says otherwise */
        expires_at?: string | null
      } | null
      /** Where the person is: by its clock calling rules allow calls, if the campaign enforces them */
      timezone?: string | null
      region?: string | null
    }[] | null
  }[]
}

export interface ImportLeadsAnswer {
  message: string
  imported: number
  rejected: {
    index: number
    errors: Record<string, string[]>
  }[]
  ids: number[]
}

export interface ImportNumberInput {
  phone_number: string
}

export interface ImportNumberAnswer {
  message: string
  data: {
    id: number
    phone_number: string
    country_code: string
    type: 'normal' | 'sip' | 'caller_id'
    sms_capable: boolean
  }
}

export interface ListAllNumbersAnswer {
  data: {
    id: number
    phone_number: string
    nickname: string | null
    country_code: string
    type: 'normal' | 'sip' | 'caller_id'
    type_label: 'Normal' | 'SIP' | 'Caller ID'
    sms_capable: boolean
    region: string | null
    has_active_subscription: boolean
    created_at: string
  }[]
}

export type ListAssistantNamesAnswer = {
  id: number
  name: string
  type: 'inbound' | 'outbound'
  status: 'active' | 'inactive'
  updated_at: string
  created_at: string
}[]

export interface ListAssistantVersionsInput {
  id: number
  per_page?: number | null
  page?: number | null
}

export interface ListAssistantVersionsAnswer {
  current_page: number
  data: {
    number: number
    hash: string
    note: string | null
    created_at: string
    token_id: string | null
    restored_from: number | null
    is_live: boolean
    calls: number
  }[]
  first_page_url: string
  from: number | null
  last_page: number
  last_page_url: string
  links: {
    url: string | null
    label: string
    active: boolean
  }[]
  next_page_url: string | null
  path: string
  per_page: number
  prev_page_url: string | null
  to: number | null
  total: number
}

export interface ListAssistantsInput {
  type?: 'inbound' | 'outbound' | null
  per_page?: number | null
  page?: number | null
}

export interface ListAssistantsAnswer {
  current_page: number
  data: {
    id: number
    user_id: number
    uuid: string
    status: 'active' | 'inactive'
    name: string
    voice_id: number
    language_id: number
    type: 'inbound' | 'outbound'
    mode: 'pipeline' | 'multimodal'
    timezone: string
    initial_message: string
    system_prompt: string
    endpoint_type: 'vad' | 'ai'
    endpoint_sensitivity: number
    interrupt_sensitivity: number
    ambient_sound_volume: string
    post_call_evaluation: boolean
    send_webhook_only_on_completed: boolean
    include_recording_in_webhook: boolean
    is_webhook_active: boolean
    min_interrupt_words: number
    variables: Record<string, unknown>
    post_call_schema: {
      name: string
      type: 'string' | 'number' | 'bool'
      description: string
    }[]
    tool_ids: number[]
    knowledgebase_mode: 'function_call' | 'prompt'
    llm_temperature: string
    voice_stability: string
    voice_similarity: string
    speech_speed: string
    allow_interruptions: boolean
    fillers: number
    filler_config: {
      neutral: string[]
      negative: string[]
      positive: string[]
      question: string[]
    }
    ambient_sound: string
    reengagement_interval: number
    max_duration: number
    max_silence_duration: number
    end_call_on_voicemail: number
    voice_mail_message: string | null
    opt_out_key: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'off' | '*' | '#'
    enable_noise_cancellation: boolean
    record: boolean
    disclosure: 'off' | 'auto' | 'custom' | null
    disclosure_text: string
    recording_notice: boolean | null
    wait_for_customer: boolean
    widget_settings: {
      enabled?: boolean
      allowed_origins?: string[]
      voice?: boolean
      chat?: boolean
      position?: 'right-bottom' | 'left-bottom' | 'right-top' | 'left-top'
      color?: string
      header_title?: string
      header_subtitle?: string
      button_main_text?: string
      button_sub_text?: string
      start_button_text?: string
      modal_title?: string
      modal_description?: string
      calls_per_hour?: number
      calls_at_once?: number
      max_duration?: number
      messages_per_conversation?: number
      pre_chat_fields?: {
        name: string
        label: string
        required: boolean
      }[]
    }
    phone_number_id: number | null
    knowledgebase_id: number | null
    webhook_url: string | null
    conversation_ended_webhook_url: string | null
    language: string | null
    llm_model_id: number | null
    multimodal_model_id: number | null
    tools: {
      type: string
      data: Record<string, unknown>
    }[]
    inbound_webhook_url: string | null
    version: number
    created_at: string
    updated_at: string
    engine_id: number | null
    synthesizer_id: number | null
    transcriber_id: number | null
    instance_id: number
    flows_platform_id: number | null
    deleted_at: string | null
    transcriber_provider_id: number | null
    synthesizer_provider_id: number | null
  }[]
  first_page_url: string
  from: number | null
  last_page: number
  last_page_url: string
  links: {
    url: string | null
    label: string
    active: boolean
  }[]
  next_page_url: string | null
  path: string
  per_page: number
  prev_page_url: string | null
  to: number | null
  total: number
}

export interface ListBlacklistInput {
  per_page?: number | null
  page?: number | null
}

export interface ListBlacklistAnswer {
  current_page: number
  data: {
    id: number
    phone_number: string
    reason: string | null
    source: 'user' | 'sms' | 'call' | 'key' | 'phrase' | 'carrier' | 'list'
    needs_review?: boolean
    created_at: string
  }[]
  first_page_url: string
  from: number | null
  last_page: number
  last_page_url: string
  links: {
    url: string | null
    label: string
    active: boolean
  }[]
  next_page_url: string | null
  path: string
  per_page: number
  prev_page_url: string | null
  to: number | null
  total: number
}

export interface ListCallEventsInput {
  id: number
  after?: string | null
  limit?: number | null
}

export interface ListCallEventsAnswer {
  data: ({
    id: string
    timestamp: string
    type: 'state'
    status: 'initiated' | 'ringing' | 'busy' | 'in-progress' | 'ended' | 'completed' | 'ended_by_customer' | 'ended_by_assistant' | 'no-answer' | 'failed'
  } | {
    id: string
    timestamp: string
    type: 'turn'
    sender: 'bot' | 'human'
    text: string
    latency_ms: number | null
    model_ms: number | null
  } | {
    id: string
    timestamp: string
    type: 'tool'
    name: string
    outcome: 'done' | 'failed' | 'unknown'
    duration_ms: number | null
  } | {
    id: string
    timestamp: string
    type: 'transfer'
    phone_number: string
    status: 'asked' | 'ringing' | 'in-progress' | 'completed' | 'busy' | 'no-answer' | 'declined' | 'failed' | 'canceled' | 'refused'
    carrier_code: number | null
    failure_reason: string | null
  })[]
  after: string
  has_more: boolean
}

export interface ListCallingRulesAnswer {
  notice: string
  data: {
    region: string
    name: string
    rule: {
      id: string
      hours: {
        monday: string[]
        tuesday: string[]
        wednesday: string[]
        thursday: string[]
        friday: string[]
        saturday: string[]
        sunday: string[]
      }
      closed_days: string[]
      closed_day_hours: string[]
      ban: string | null
      caps: {
        calls: number
        hours: number
      }[]
      consent: 'none' | 'express' | 'express_written'
      duties: string | null
      source: string
      as_of: string
      valid_from: string
      review_by: string
      grade: 'A' | 'B' | 'C'
      verified: boolean
      is_house_rule: boolean
      is_overdue: boolean
    } | null
    notices: {
      ai: boolean
      recording: boolean
      duties: string | null
      source: string
      as_of: string
      valid_from: string
      grade: 'A' | 'B' | 'C'
      verified: boolean
    } | null
    own: {
      hours: {
        monday: string[]
        tuesday: string[]
        wednesday: string[]
        thursday: string[]
        friday: string[]
        saturday: string[]
        sunday: string[]
      } | null
      caps: {
        calls: number
        hours: number
      }[]
      keep_closed_days: boolean
      because: string | null
      updated_at: string
    } | null
  }[]
}

export interface ListCallsInput {
  status?: 'initiated' | 'ringing' | 'busy' | 'in-progress' | 'ended' | 'completed' | 'ended_by_customer' | 'ended_by_assistant' | 'no-answer' | 'failed' | null
  type?: 'inbound' | 'outbound' | 'web' | null
  phone_number?: string | null
  assistant_id?: number | null
  assistant_version?: number | null
  campaign_id?: number | null
  ended_reason?: 'customer_hung_up' | 'assistant_hung_up' | 'transferred' | 'voicemail' | 'voicemail_message_left' | 'screened' | 'ivr' | 'fax' | 'silence' | 'max_duration' | 'busy' | 'no_answer' | 'declined' | 'invalid_number' | 'country_not_allowed' | 'blacklisted' | 'not_allowed_now' | 'no_consent' | 'no_money' | 'limit_reached' | 'campaign_stopped' | 'steered' | 'carrier_refused_number' | 'carrier_refused_account' | 'carrier_failed' | 'model_failed' | 'line_lost' | 'web_never_joined' | 'unknown' | null
  date_from?: string | null
  date_to?: string | null
  per_page?: number | null
  page?: number | null
}

export interface ListCallsAnswer {
  current_page: number
  data: {
    id: number
    assistant_name: string
    assistant_id: number
    assistant_version: number | null
    campaign_id: number | null
    campaign_name: string | null
    lead_id: number | null
    type: 'inbound' | 'outbound' | 'web'
    duration: number
    assistant_phone_number: string
    client_phone_number: string
    status: 'initiated' | 'ringing' | 'busy' | 'in-progress' | 'ended' | 'completed' | 'ended_by_customer' | 'ended_by_assistant' | 'no-answer' | 'failed'
    transcript: string | null
    variables: Record<string, unknown>
    evaluation: Record<string, unknown>
    webhook_response: Record<string, unknown>
    carrier_cost: number
    total_cost: number
    answered_by: 'human' | 'machine' | 'unknown'
    ended_reason: 'customer_hung_up' | 'assistant_hung_up' | 'transferred' | 'voicemail' | 'voicemail_message_left' | 'screened' | 'ivr' | 'fax' | 'silence' | 'max_duration' | 'busy' | 'no_answer' | 'declined' | 'invalid_number' | 'country_not_allowed' | 'blacklisted' | 'not_allowed_now' | 'no_consent' | 'no_money' | 'limit_reached' | 'campaign_stopped' | 'steered' | 'carrier_refused_number' | 'carrier_refused_account' | 'carrier_failed' | 'model_failed' | 'line_lost' | 'web_never_joined' | 'unknown' | null
    carrier_code: number | null
    failure_reason: string | null
    recording_url: string | null
    created_at: string
    updated_at: string
  }[]
  first_page_url: string
  from: number | null
  last_page: number
  last_page_url: string
  links: {
    url: string | null
    label: string
    active: boolean
  }[]
  next_page_url: string | null
  path: string
  per_page: number
  prev_page_url: string | null
  to: number | null
  total: number
}

export type ListCampaignsAnswer = {
  id: number
  name: string
  status: 'draft' | 'in-progress' | 'stopped' | 'completed'
  max_calls_in_parallel: number
  mark_complete_when_no_leads: boolean
  allowed_hours_start_time: string
  allowed_hours_end_time: string
  allowed_days: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[]
  max_retries: number
  retry_interval: number
  calling_rules: 'off' | 'observe' | 'enforce'
  created_at: string
  updated_at: string
}[]

export interface ListChatsInput {
  type?: 'widget' | 'test' | 'api' | null
  assistant_id?: number | null
  assistant_version?: number | null
  external_identifier?: string | null
  per_page?: number | null
  cursor?: string | null
}

export interface ListChatsAnswer {
  data: {
    id: string
    assistant_id: string
    assistant_name: string
    assistant_version: number | null
    type: 'widget' | 'test' | 'api'
    variables: Record<string, unknown> | null
    external_identifier?: string
    message_count: number
    total_cost: number
    ai_enabled: boolean
    ended: boolean
    evaluation: Record<string, unknown>
    extracted_variables: Record<string, unknown> | null
    created_at: string
    updated_at: string
  }[]
  path: string
  per_page: number
  next_cursor: string | null
  prev_cursor: string | null
}

export interface ListConsentsInput {
  phone_number?: string | null
  per_page?: number | null
  page?: number | null
}

export interface ListConsentsAnswer {
  current_page: number
  data: {
    id: number
    phone_number: string
    status: 'granted' | 'revoked'
    revokes: number | null
    because: string | null
    kind: 'express_written' | 'express' | 'inquiry' | 'contract'
    channels: ('call' | 'sms')[]
    covers_artificial_voice: boolean
    purpose: string | null
    seller: string | null
    text: string | null
    text_version: string | null
    text_hash: string | null
    language: string | null
    captured_by: 'web' | 'phone' | 'paper' | 'sms' | 'in_person' | 'other' | null
    source_url: string | null
    ip_address: string | null
    user_agent: string | null
    certificate_url: string | null
    certificate_claimed_at: string | null
    universal_leadid: string | null
    document_hash: string | null
    given_at: string
    expires_at: string | null
    recorded_by: 'api' | 'lead' | 'import'
    created_at: string
  }[]
  first_page_url: string
  from: number | null
  last_page: number
  last_page_url: string
  links: {
    url: string | null
    label: string
    active: boolean
  }[]
  next_page_url: string | null
  path: string
  per_page: number
  prev_page_url: string | null
  to: number | null
  total: number
}

export interface ListDocumentsInput {
  id: number
}

export interface ListDocumentsAnswer {
  data: {
    id: number
    name: string
    description: string | null
    type: 'website' | 'pdf' | 'txt' | 'docx'
    type_label: string
    status: 'processing' | 'active' | 'failed'
    status_label: string
    failure_reason: string | null
    search: 'words' | 'words_and_meaning' | null
    created_at: string
    updated_at: string
  }[]
}

export interface ListEvidenceKeysAnswer {
  keys: {
    key_id: string
    algorithm: 'Ed25519' | 'ECDSA-P256-SHA256'
    public_key: string
    since: string
  }[]
}

export interface ListKnowledgebasesAnswer {
  data: {
    id: number
    name: string
    description: string | null
    status: 'empty' | 'processing' | 'active' | 'failed'
    status_label: string
    documents_count: number
    assistants_count: number
    created_at: string
    updated_at: string
  }[]
}

export type ListLanguagesAnswer = {
  id: number
  name: string
  iso_2: string
}[]

export interface ListLeadImportsInput {
  per_page?: number | null
  page?: number | null
}

export interface ListLeadImportsAnswer {
  current_page: number
  data: {
    id: number
    campaign_id: number
    name: string
    sheet: string | null
    status: 'waiting' | 'importing' | 'done' | 'failed'
    failure_reason: string | null
    rows: number
    imported: number
    rejected: number
    created_at: string
    updated_at: string
  }[]
  first_page_url: string
  from: number | null
  last_page: number
  last_page_url: string
  links: {
    url: string | null
    label: string
    active: boolean
  }[]
  next_page_url: string | null
  path: string
  per_page: number
  prev_page_url: string | null
  to: number | null
  total: number
}

export interface ListLeadsInput {
  status?: 'created' | 'completed' | 'reached-max-retries' | null
  campaign_id?: number | null
  phone_number?: string | null
  date_from?: string | null
  date_to?: string | null
  per_page?: number | null
  page?: number | null
}

export interface ListLeadsAnswer {
  current_page: number
  data: {
    id: number
    phone_number: string
    variables: Record<string, unknown>
    timezone: string | null
    region: string | null
    status: 'created' | 'completed' | 'reached-max-retries'
    created_at: string
    updated_at: string
    campaign_id: number
    campaign: {
      id: number
      name: string
    }
    secondary_contacts: {
      id: number
      phone_number: string
      variables: Record<string, unknown>
      timezone: string | null
      region: string | null
      status: 'created' | 'completed' | 'reached-max-retries'
      created_at: string
      updated_at: string
    }[]
  }[]
  first_page_url: string
  from: number | null
  last_page: number
  last_page_url: string
  links: {
    url: string | null
    label: string
    active: boolean
  }[]
  next_page_url: string | null
  path: string
  per_page: number
  prev_page_url: string | null
  to: number | null
  total: number
  leads: {
    id: number
    phone_number: string
    variables: Record<string, unknown>
    timezone: string | null
    region: string | null
    status: 'created' | 'completed' | 'reached-max-retries'
    created_at: string
    updated_at: string
    campaign_id: number
    campaign: {
      id: number
      name: string
    }
    secondary_contacts: {
      id: number
      phone_number: string
      variables: Record<string, unknown>
      timezone: string | null
      region: string | null
      status: 'created' | 'completed' | 'reached-max-retries'
      created_at: string
      updated_at: string
    }[]
  }[]
}

export interface ListModelsInput {
  type?: 'llm' | 'multimodal' | null
}

export type ListModelsAnswer = {
  id: number
  name: string
}[]

export type ListOutboundAssistantsAnswer = {
  id: number
  name: string
  type: 'inbound' | 'outbound'
  status: 'active' | 'inactive'
  updated_at: string
  user_id: number
  mode: 'pipeline' | 'multimodal'
  voice_id: number
  language_id: number
  timezone: string
  initial_message: string
  system_prompt: string
  variables: Record<string, unknown>
  webhook_url: string | null
  is_webhook_active: boolean
  created_at: string
}[]

export interface ListPhoneNumbersInput {
  type?: 'inbound' | 'outbound' | null
}

export type ListPhoneNumbersAnswer = {
  id: number
  phone_number: string
  country_code: string
  type_label: 'Normal' | 'SIP' | 'Caller ID'
  is_available: boolean
}[]

export type ListReplaysAnswer = {
  id: number
  assistant_id: number
  assistant_version: number | null
  hash: string
  status: 'running' | 'done'
  calls: number
  cost: {
    expected: number
    at_most: number
    charged: number | null
  }
  created_at: string
  finished_at: string | null
  verdict: 'better' | 'same' | 'worse' | 'unclear' | null
  better: number
  same: number
  worse: number
  failed: number
}[]

export type ListSimulationsAnswer = {
  id: number
  name: string | null
  assistant_id: number
  assistant_version: number | null
  draft: boolean
  status: 'running' | 'done'
  runs: number
  passed: number | null
  cost: number | null
  created_at: string
  finished_at: string | null
}[]

export interface ListSmsInput {
  date_from?: string | null
  date_to?: string | null
  per_page?: number | null
  page?: number | null
}

export interface ListSmsAnswer {
  current_page: number
  data: {
    id: number
    phone_number_id: number
    to: string
    body: string
    user_id: number
    segments: number
    segment_price: number
    total_cost: number
    status: 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed'
    sms_sid: string | null
    carrier_code: number | null
    failure_reason: string | null
    created_at: string
    updated_at: string
  }[]
  first_page_url: string
  from: number | null
  last_page: number
  last_page_url: string
  links: {
    url: string | null
    label: string
    active: boolean
  }[]
  next_page_url: string | null
  path: string
  per_page: number
  prev_page_url: string | null
  to: number | null
  total: number
}

export type ListSmsNumbersAnswer = {
  id: number
  phone_number: string
  nickname: string | null
  country_code: string
  type: 'normal' | 'sip' | 'caller_id'
  type_label: 'Normal' | 'SIP' | 'Caller ID'
  sms_capable: boolean
  region: string | null
  has_active_subscription: boolean
  created_at: string
}[]

export interface ListSuppressionListsAnswer {
  data: {
    id: number
    name: string
    numbers: number
    as_of: string
    stale_at: string
    is_stale: boolean
    in_force_at: string
  }[]
}

export interface ListTokensAnswer {
  data: {
    id: number
    token_id: string
    name: string | null
    ending: string
    scope: 'read' | 'operate' | 'all'
    in_use: boolean
    created_at: string
    expires_at: string | null
    last_used_at: string | null
  }[]
}

export type ListToolsAnswer = {
  id: number
  name: string
  description: string
  endpoint: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  timeout: number
  headers: {
    name: string
    value: string
  }[]
  schema: {
    name: string
    type: 'string' | 'number' | 'boolean'
    description: string
    required: boolean
  }[]
  created_at: string
  updated_at: string
}[]

export interface ListTransactionsInput {
  date_from?: string | null
  date_to?: string | null
  per_page?: number | null
  page?: number | null
}

export interface ListTransactionsAnswer {
  current_page: number
  data: {
    id: number
    type: 'top_up' | 'hold' | 'capture' | 'release' | 'call' | 'number' | 'adjustment'
    amount: number
    balance_after: number
    description: string
    sms_id: number | null
    call_id: number | null
    phone_number_id: number | null
    created_at: string
  }[]
  first_page_url: string
  from: number | null
  last_page: number
  last_page_url: string
  links: {
    url: string | null
    label: string
    active: boolean
  }[]
  next_page_url: string | null
  path: string
  per_page: number
  prev_page_url: string | null
  to: number | null
  total: number
}

export interface ListVoicesInput {
  mode?: 'pipeline' | 'multimodal' | null
  language_id?: number | null
}

export type ListVoicesAnswer = {
  id: number
  name: string
  mode: 'pipeline' | 'multimodal'
}[]

export interface ListWebhookDeliveriesInput {
  call_id?: number | null
  assistant_id?: number | null
  state?: 'pending' | 'delivered' | 'failed' | 'canceled' | null
  date_from?: string | null
  date_to?: string | null
  per_page?: number | null
  page?: number | null
}

export interface ListWebhookDeliveriesAnswer {
  current_page: number
  data: {
    id: number
    webhook_id: string
    webhook: 'post_call' | 'inbound' | 'conversation_ended' | 'events'
    state: 'pending' | 'delivered' | 'failed' | 'canceled'
    call_id: number | null
    conversation_id: string | null
    assistant_id: number | null
    url: string
    attempts: {
      attempted_at: string
      http_status: number | null
      duration_ms: number
      response: string
      error: string | null
    }[]
    next_attempt_at: string | null
    note: string | null
    created_at: string
    updated_at: string
  }[]
  first_page_url: string
  from: number | null
  last_page: number
  last_page_url: string
  links: {
    url: string | null
    label: string
    active: boolean
  }[]
  next_page_url: string | null
  path: string
  per_page: number
  prev_page_url: string | null
  to: number | null
  total: number
}

export interface MakeCallInput {
  phone_number: string
  assistant_id: number
  variables?: Record<string, unknown> | null
}

export interface MakeCallAnswer {
  message: string
  data: {
    id: number
    call_id: number
    status: 'initiated' | 'ringing' | 'busy' | 'in-progress' | 'ended' | 'completed' | 'ended_by_customer' | 'ended_by_assistant' | 'no-answer' | 'failed'
    type: 'inbound' | 'outbound' | 'web'
    assistant_id: number
    assistant_phone_number: string
    client_phone_number: string
    variables: Record<string, unknown>
    created_at: string
  }
}

export interface PreviewCampaignInput {
  id: number
}

export interface PreviewCampaignAnswer {
  campaign_id: number
  leads: number
  would_be_called_now: number
  would_not_be_called_now: number
  reasons: {
    reason: string
    leads: number
    is_final: boolean
  }[]
  next_call_at: string | null
  places: {
    regions: string[]
    time_zones: string[]
    leads: number
    exact: boolean
    open_now: boolean
    opens_at: string | null
    reasons: string[]
    verified: boolean
  }[]
  exact: boolean
}

export interface PublishDraftInput {
  id: number
  note?: string | null
  revision?: number | null
  canary?: {
    percent: number
    guards?: {
      metric: 'goal_rate' | 'short_call_rate' | 'opt_out_rate' | 'apology_rate' | 'tool_failure_rate' | 'cost_per_call'
      worse_by: number
    }[] | null
    after_calls: number
  } | null
}

export interface PublishDraftAnswer {
  message: string
  data: {
    number: number
    is_live: boolean
    rollout_id: number | null
  }
}

export interface PurchaseNumberInput {
  phone_number: string
}

export interface PurchaseNumberAnswer {
  message: string
  data: {
    id: number
    phone_number: string
    country_code: string
    type: 'normal' | 'sip' | 'caller_id'
    sms_capable: boolean
  }
}

export interface ReleaseNumberInput {
  id: number
}

export interface ReleaseNumberAnswer {
  message: string
}

export interface RemoveCallingRuleInput {
  region: string
}

export interface RemoveCallingRuleAnswer {
  message: string
}

export interface RemoveFromBlacklistInput {
  id: number
  because?: string | null
}

export interface RemoveFromBlacklistAnswer {
  message: string
}

export interface ReplayDraftInput {
  id: number
  calls?: number | null
  call_ids?: number[] | null
  version?: number | null
  assertions?: ({
    type: 'said'
    by?: 'assistant' | 'customer' | null
    text: string
  } | {
    type: 'not_said'
    by?: 'assistant' | 'customer' | null
    text: string
  } | {
    type: 'tool_called'
    tool: string
    arguments?: Record<string, unknown> | null
  } | {
    type: 'ended_by'
    by: 'assistant' | 'customer' | 'limit'
  } | {
    type: 'variable'
    name: string
    equals?: string | number | boolean
  })[] | null
  dry_run?: boolean | null
}

export interface ReplayDraftAnswer {
  message: string
  data: {
    id: number | null
    calls: number
    cost: {
      expected: number
      at_most: number
    }
  }
}

export interface ResendWebhookDeliveriesInput {
  /** A day, or a time; UTC unless it says otherwise */
  from: string
  /** A day, or a time; UTC unless it says otherwise */
  to: string
  state?: 'pending' | 'delivered' | 'failed' | 'canceled' | null
}

export interface ResendWebhookDeliveriesAnswer {
  message: string
  data: {
    queued: number
    remaining: number
  }
}

export interface ResendWebhookDeliveryInput {
  id: number
}

export interface ResendWebhookDeliveryAnswer {
  message: string
}

export interface RestoreAssistantVersionInput {
  id: number
  version: number
  note?: string | null
}

export interface RestoreAssistantVersionAnswer {
  message: string
  data: {
    number: number
  }
}

export interface RevokeConsentInput {
  id: number
  because?: string | null
}

export interface RevokeConsentAnswer {
  message: string
  data: {
    id: number
    phone_number: string
    status: 'granted' | 'revoked'
    revokes: number | null
    because: string | null
    kind: 'express_written' | 'express' | 'inquiry' | 'contract'
    channels: ('call' | 'sms')[]
    covers_artificial_voice: boolean
    purpose: string | null
    seller: string | null
    text: string | null
    text_version: string | null
    text_hash: string | null
    language: string | null
    captured_by: 'web' | 'phone' | 'paper' | 'sms' | 'in_person' | 'other' | null
    source_url: string | null
    ip_address: string | null
    user_agent: string | null
    certificate_url: string | null
    certificate_claimed_at: string | null
    universal_leadid: string | null
    document_hash: string | null
    given_at: string
    expires_at: string | null
    recorded_by: 'api' | 'lead' | 'import'
    created_at: string
  }
}

export interface RotateWebhookSecretAnswer {
  message: string
  secret: string
}

export interface SaveDraftInput {
  id: number
  /** Name in lists. The variable `{{name}}` of a disclosure is this name too */
  assistant_name?: string | null
  /** Voice that speaks. It must suit the engine and the language */
  voice_id?: number | null
  /** Language that the assistant speaks and understands */
  language?: string | null
  /** Text model that decides what to say. The pipeline engine needs one */
  llm_model?: string | null
  /** Whether the assistant makes calls or receives them */
  calls_direction?: 'receive' | 'make' | null
  /** `pipeline` hears, thinks and speaks with one part each; `multimodal` does all with a realtime model */
  engine_type?: 'pipeline' | 'multimodal' | null
  /** IANA time zone. The assistant knows the local time there */
  timezone?: string | null
  /** First words of the assistant. `{{variable}}` is replaced by its value */
  initial_message?: string | null
  /** Instructions for the model: role, goal and manner. `{{variable}}` is replaced by its value */
  system_prompt?: string | null
  /** Realtime model. Only the multimodal engine takes one */
  multimodal_model_id?: number | null
  /** How the end of a sentence is found: `vad` waits for silence, `ai` judges the words */
  endpoint_type?: 'vad' | 'ai' | null
  /** How sure the end of a sentence must be. With `vad` these are seconds of silence */
  endpoint_sensitivity?: number | null
  /** How easily a sound interrupts the assistant */
  interrupt_sensitivity?: number | null
  /** Kept for clients that show it. Nothing plays it */
  ambient_sound_volume?: number | null
  /** A model evaluates each call after its end */
  post_call_evaluation?: boolean | null
  /** Sends only calls in which a conversation took place */
  send_webhook_only_on_completed?: boolean | null
  /** Sends the link of the recording along */
  include_recording_in_webhook?: boolean | null
  /** Sends ended calls to `webhook_url` */
  is_webhook_active?: boolean | null
  use_min_interrupt_words?: boolean | null
  /** Interruptions with fewer words are ignored */
  min_interrupt_words?: number | null
  /** Values for `{{variable}}`. Those of a lead and of a call replace them */
  variables?: Record<string, unknown> | null
  /** What the evaluation finds out about a call. Each entry becomes a variable of the call */
  post_call_schema?: {
    name: string
    type: 'string' | 'number' | 'bool'
    description: string
  }[] | null
  'end_call_tool.description'?: string | null
  /** Tells the model when to hang up */
  end_call_tool?: {
    description?: string | null
  } | null
  /** Tools of your own that the assistant may use */
  tool_ids?: number[] | null
  /** Built-in abilities, such as transferring a call */
  tools?: ({
    type: 'end_call'
    description?: string | null
  } | {
    type: 'call_transfer'
    phone_number: string
    description?: string | null
    custom?: boolean | null
    custom_numbers?: string[] | null
    /** An IANA time zone */
    timezone?: string | null
    allowed_hours_start_time?: string | null
    allowed_hours_end_time?: string | null
    allowed_days?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | null
    warm_transfer?: boolean | null
    warm_transfer_message?: string | null
  } | {
    type: 'warm_call_transfer'
    supervisor_phone: string
    outbound_phone_id: number
    description: string
    custom_sip?: boolean | null
    caller_id_mode?: 'outbound_number' | 'customer_number' | 'custom' | null
    custom_caller_id?: string | null
    hold_music?: 'hold_music' | 'none' | null
    hold_music_volume?: number | null
    hold_message?: string | null
    summary_instructions?: string | null
    briefing_initial_message?: string | null
    connected_message?: string | null
  } | {
    type: 'dtmf_input'
    description?: string | null
  } | {
    type: 'collect_keypad'
    timeout?: number | null
    stop_key?: '#' | '*' | null
  } | {
    type: 'assistant_transfer'
    assistant_id: number
    description?: string | null
    message_before_transfer?: string | null
    speak_transfer_greeting?: boolean | null
  } | {
    type: 'do_not_call'
    description?: string | null
  } | {
    type: 'call_back_at'
    description?: string | null
  } | {
    type: 'send_sms'
    description?: string | null
    texts?: string[] | null
  })[] | null
  /** `function_call` looks things up when the model asks; `prompt` looks up each sentence */
  knowledgebase_mode?: 'function_call' | 'prompt' | null
  /** Low values repeat themselves, high values surprise */
  llm_temperature?: number | null
  /** Some voices have no such setting */
  voice_stability?: number | null
  /** Some voices have no such setting */
  voice_similarity?: number | null
  /** 1 is the normal speed */
  speech_speed?: number | null
  /** Customers may interrupt the assistant */
  allow_interruptions?: boolean | null
  /** Says a short phrase when an answer takes more than 1.2 seconds */
  filler_audios?: boolean | null
  /** Phrases to say, one per line. Without them the phrases of the language are used */
  filler_config?: {
    neutral?: string[] | null
    negative?: string[] | null
    positive?: string[] | null
    question?: string[] | null
  } | null
  /** Kept for clients that show it. Nothing plays it */
  ambient_sound?: string | null
  /** Seconds of silence after which the assistant asks whether the customer is there */
  re_engagement_interval?: number | null
  /** Seconds after which the assistant says goodbye and hangs up */
  max_call_duration?: number | null
  /** Seconds of silence after which the call ends */
  max_silence_duration?: number | null
  /** Hangs up when a machine answers */
  end_call_on_voicemail?: boolean | null
  /** Message for a machine that answers. Without it the call ends there */
  voice_mail_message?: string | null
  /** Key that a customer presses never to be called again */
  opt_out_key?: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'off' | '*' | '#' | null
  /** Removes background noise of the customer */
  noise_cancellation?: boolean | null
  /** Records both sides of the call */
  record_call?: boolean | null
  /** Says first that an AI speaks: `auto` in the language, `custom` in your words. Unset: the calling rules decide */
  disclosure?: 'off' | 'auto' | 'custom' | null
  /** First words with `custom`. `{{name}}` is the name of the assistant */
  disclosure_text?: string | null
  /** Says that the call is recorded. Unset: the calling rules decide */
  recording_notice?: boolean | null
  /** `Customer`: the assistant waits for the first words of the customer */
  who_speaks_first?: 'AI assistant' | 'Customer' | null
  /** The assistant on a web page */
  widget_settings?: {
    enabled?: boolean | null
    allowed_origins?: string[] | null
    voice?: boolean | null
    chat?: boolean | null
    position?: 'right-bottom' | 'left-bottom' | 'right-top' | 'left-top' | null
    color?: string | null
    header_title?: string | null
    header_subtitle?: string | null
    button_main_text?: string | null
    button_sub_text?: string | null
    start_button_text?: string | null
    modal_title?: string | null
    modal_description?: string | null
    calls_per_hour?: number | null
    calls_at_once?: number | null
    max_duration?: number | null
    messages_per_conversation?: number | null
    pre_chat_fields?: {
      name: string
      label: string
      required?: boolean | null
    }[] | null
  } | null
  /** Number that the assistant calls from or answers at */
  phone_number_id?: number | null
  /** Knowledge base that the assistant answers from */
  knowledgebase_id?: number | null
  /** Address that receives ended calls */
  webhook_url?: string | null
  /** Address that receives ended conversations in writing */
  conversation_ended_webhook_url?: string | null
  note?: string | null
  revision?: number | null
}

export interface SaveDraftAnswer {
  message: string
  data: {
    revision: number
    note: string | null
    token_id: string
    updated_at: string
    live_version: number
    settings: {
      name: string
      voice_id: number
      language_id: number
      type: 'inbound' | 'outbound'
      mode: 'pipeline' | 'multimodal'
      timezone: string
      initial_message: string
      system_prompt: string
      endpoint_type: 'vad' | 'ai'
      endpoint_sensitivity: number
      interrupt_sensitivity: number
      ambient_sound_volume: string
      post_call_evaluation: boolean
      send_webhook_only_on_completed: boolean
      include_recording_in_webhook: boolean
      is_webhook_active: boolean
      min_interrupt_words: number
      variables: Record<string, unknown>
      post_call_schema: {
        name: string
        type: 'string' | 'number' | 'bool'
        description: string
      }[]
      tool_ids: number[]
      knowledgebase_mode: 'function_call' | 'prompt'
      llm_temperature: string
      voice_stability: string
      voice_similarity: string
      speech_speed: string
      allow_interruptions: boolean
      fillers: number
      filler_config: {
        neutral: string[]
        negative: string[]
        positive: string[]
        question: string[]
      }
      ambient_sound: string
      reengagement_interval: number
      max_duration: number
      max_silence_duration: number
      end_call_on_voicemail: number
      voice_mail_message: string | null
      opt_out_key: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'off' | '*' | '#'
      enable_noise_cancellation: boolean
      record: boolean
      disclosure: 'off' | 'auto' | 'custom' | null
      disclosure_text: string
      recording_notice: boolean | null
      wait_for_customer: boolean
      widget_settings: {
        enabled?: boolean
        allowed_origins?: string[]
        voice?: boolean
        chat?: boolean
        position?: 'right-bottom' | 'left-bottom' | 'right-top' | 'left-top'
        color?: string
        header_title?: string
        header_subtitle?: string
        button_main_text?: string
        button_sub_text?: string
        start_button_text?: string
        modal_title?: string
        modal_description?: string
        calls_per_hour?: number
        calls_at_once?: number
        max_duration?: number
        messages_per_conversation?: number
        pre_chat_fields?: {
          name: string
          label: string
          required: boolean
        }[]
      }
      phone_number_id: number | null
      knowledgebase_id: number | null
      webhook_url: string | null
      conversation_ended_webhook_url: string | null
      language: string | null
      llm_model_id: number | null
      multimodal_model_id: number | null
      tools: {
        type: string
        data: Record<string, unknown>
      }[]
      inbound_webhook_url: string | null
    }
    changes: {
      name: string
      before: unknown
      after: unknown
    }[]
  }
}

export interface SayInCallInput {
  id: number
  text: string
}

export interface SayInCallAnswer {
  message: string
}

export interface SearchNumbersInput {
  country_code?: string | null
  contains?: string | null
  type?: 'local' | 'mobile' | 'toll_free' | null
  area_code?: string | null
  limit?: number | null
}

export interface SearchNumbersAnswer {
  data: {
    phone_number: string
    phone_number_formatted: string
    country_code: string
    price: number
    stripe_price_id: string
    address_requirements: 'none' | 'local' | 'foreign' | 'inventory'
    sms_capable: boolean
  }[]
}

export interface SendSmsInput {
  from: number
  to: string
  body: string
}

export interface SendSmsAnswer {
  message: string
  data: {
    id: number
    phone_number_id: number
    to: string
    body: string
    user_id: number
    segments: number
    segment_price: number
    total_cost: number
    status: 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed'
    sms_sid: string | null
    carrier_code: number | null
    failure_reason: string | null
    created_at: string
    updated_at: string
  }
}

export interface SetCallingRuleInput {
  region: string
  hours?: {
    monday?: string[] | null
    tuesday?: string[] | null
    wednesday?: string[] | null
    thursday?: string[] | null
    friday?: string[] | null
    saturday?: string[] | null
    sunday?: string[] | null
  } | null
  caps?: {
    calls: number
    hours: number
  }[] | null
  keep_closed_days?: boolean | null
  because?: string | null
}

export interface SetCallingRuleAnswer {
  message: string
  data: {
    region: string
    name: string
    rule: {
      id: string
      hours: {
        monday: string[]
        tuesday: string[]
        wednesday: string[]
        thursday: string[]
        friday: string[]
        saturday: string[]
        sunday: string[]
      }
      closed_days: string[]
      closed_day_hours: string[]
      ban: string | null
      caps: {
        calls: number
        hours: number
      }[]
      consent: 'none' | 'express' | 'express_written'
      duties: string | null
      source: string
      as_of: string
      valid_from: string
      review_by: string
      grade: 'A' | 'B' | 'C'
      verified: boolean
      is_house_rule: boolean
      is_overdue: boolean
    } | null
    notices: {
      ai: boolean
      recording: boolean
      duties: string | null
      source: string
      as_of: string
      valid_from: string
      grade: 'A' | 'B' | 'C'
      verified: boolean
    } | null
    own: {
      hours: {
        monday: string[]
        tuesday: string[]
        wednesday: string[]
        thursday: string[]
        friday: string[]
        saturday: string[]
        sunday: string[]
      } | null
      caps: {
        calls: number
        hours: number
      }[]
      keep_closed_days: boolean
      because: string | null
      updated_at: string
    } | null
  }
}

export interface SetEventWebhookInput {
  webhook_url?: string | null
}

export interface SetEventWebhookAnswer {
  message: string
  data: {
    url: string | null
  }
}

export interface SetLeadPlaceInput {
  id: number
  /** An IANA time zone */
  timezone?: string | null
  region?: string | null
}

export interface SetLeadPlaceAnswer {
  message: string
  data: {
    regions: string[]
    time_zones: string[]
    source: 'stated' | 'area code' | 'country' | 'unknown'
    timezone: string | null
    region: string | null
  }
}

export interface SimulateAssistantInput {
  id: number
  name?: string | null
  draft?: boolean | null
  version?: number | null
  runs?: number | null
  turns?: number | null
  goal?: string | null
  lines?: string[] | null
  variables?: Record<string, unknown> | null
  mocks?: {
    tool: string
    arguments?: Record<string, unknown> | null
    answer: string
    status?: number | null
  }[] | null
  assertions?: ({
    type: 'said'
    by?: 'assistant' | 'customer' | null
    text: string
  } | {
    type: 'not_said'
    by?: 'assistant' | 'customer' | null
    text: string
  } | {
    type: 'tool_called'
    tool: string
    arguments?: Record<string, unknown> | null
  } | {
    type: 'ended_by'
    by: 'assistant' | 'customer' | 'limit'
  } | {
    type: 'variable'
    name: string
    equals?: string | number | boolean
  })[] | null
}

export interface SimulateAssistantAnswer {
  message: string
  data: {
    id: number
  }
}

export interface TalkToAssistantInput {
  id: number
  messages?: {
    sender: 'bot' | 'human'
    text: string
  }[] | null
  variables?: Record<string, unknown> | null
  draft?: boolean | null
  version?: number | null
  mocks?: {
    tool: string
    arguments?: Record<string, unknown> | null
    answer: string
    status?: number | null
  }[] | null
}

export interface TalkToAssistantAnswer {
  message: string
  data: {
    text: string
    ends_call: boolean
    model: string | null
    tool_calls?: {
      id: string
      name: string
      arguments: Record<string, string | number | boolean>
      outcome: 'running' | 'done' | 'failed' | 'unknown'
      http_status: number | null
      result: string | null
      started_at: string
      duration_ms: number | null
      answered_by: 'mock' | 'record' | 'built_in' | 'none'
    }[]
  }
}

export interface TestToolInput {
  id: number
  arguments?: Record<string, unknown> | null
  variables?: Record<string, unknown> | null
}

export interface TestToolAnswer {
  message: string
  data: {
    request: {
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
      url: string
      headers: {
        name: string
        value: string
      }[]
      body: string | null
    }
    answer: {
      status: 'success' | 'failed'
      http_status: number | null
      body: string
      error: string | null
      duration_ms: number
    }
  }
}

export interface TestWebhookInput {
  id: number
  webhook?: 'post_call' | 'inbound' | 'conversation_ended' | null
}

export interface TestWebhookAnswer {
  message: string
  data: {
    status: 'success' | 'failed'
    http_status: number | null
    duration_ms: number
    error: string | null
    data: Record<string, unknown>
  }
}

export interface TransferCallInput {
  id: number
  phone_number: string
  message?: string | null
}

export interface TransferCallAnswer {
  message: string
}

export interface UpdateAssistantInput {
  id: number
  /** Name in lists. The variable `{{name}}` of a disclosure is this name too */
  assistant_name?: string | null
  /** Voice that speaks. It must suit the engine and the language */
  voice_id?: number | null
  /** Language that the assistant speaks and understands */
  language?: string | null
  /** Text model that decides what to say. The pipeline engine needs one */
  llm_model?: string | null
  /** Whether the assistant makes calls or receives them */
  calls_direction?: 'receive' | 'make' | null
  /** `pipeline` hears, thinks and speaks with one part each; `multimodal` does all with a realtime model */
  engine_type?: 'pipeline' | 'multimodal' | null
  /** IANA time zone. The assistant knows the local time there */
  timezone?: string | null
  /** First words of the assistant. `{{variable}}` is replaced by its value */
  initial_message?: string | null
  /** Instructions for the model: role, goal and manner. `{{variable}}` is replaced by its value */
  system_prompt?: string | null
  /** Realtime model. Only the multimodal engine takes one */
  multimodal_model_id?: number | null
  /** How the end of a sentence is found: `vad` waits for silence, `ai` judges the words */
  endpoint_type?: 'vad' | 'ai' | null
  /** How sure the end of a sentence must be. With `vad` these are seconds of silence */
  endpoint_sensitivity?: number | null
  /** How easily a sound interrupts the assistant */
  interrupt_sensitivity?: number | null
  /** Kept for clients that show it. Nothing plays it */
  ambient_sound_volume?: number | null
  /** A model evaluates each call after its end */
  post_call_evaluation?: boolean | null
  /** Sends only calls in which a conversation took place */
  send_webhook_only_on_completed?: boolean | null
  /** Sends the link of the recording along */
  include_recording_in_webhook?: boolean | null
  /** Sends ended calls to `webhook_url` */
  is_webhook_active?: boolean | null
  use_min_interrupt_words?: boolean | null
  /** Interruptions with fewer words are ignored */
  min_interrupt_words?: number | null
  /** Values for `{{variable}}`. Those of a lead and of a call replace them */
  variables?: Record<string, unknown> | null
  /** What the evaluation finds out about a call. Each entry becomes a variable of the call */
  post_call_schema?: {
    name: string
    type: 'string' | 'number' | 'bool'
    description: string
  }[] | null
  'end_call_tool.description'?: string | null
  /** Tells the model when to hang up */
  end_call_tool?: {
    description?: string | null
  } | null
  /** Tools of your own that the assistant may use */
  tool_ids?: number[] | null
  /** Built-in abilities, such as transferring a call */
  tools?: ({
    type: 'end_call'
    description?: string | null
  } | {
    type: 'call_transfer'
    phone_number: string
    description?: string | null
    custom?: boolean | null
    custom_numbers?: string[] | null
    /** An IANA time zone */
    timezone?: string | null
    allowed_hours_start_time?: string | null
    allowed_hours_end_time?: string | null
    allowed_days?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | null
    warm_transfer?: boolean | null
    warm_transfer_message?: string | null
  } | {
    type: 'warm_call_transfer'
    supervisor_phone: string
    outbound_phone_id: number
    description: string
    custom_sip?: boolean | null
    caller_id_mode?: 'outbound_number' | 'customer_number' | 'custom' | null
    custom_caller_id?: string | null
    hold_music?: 'hold_music' | 'none' | null
    hold_music_volume?: number | null
    hold_message?: string | null
    summary_instructions?: string | null
    briefing_initial_message?: string | null
    connected_message?: string | null
  } | {
    type: 'dtmf_input'
    description?: string | null
  } | {
    type: 'collect_keypad'
    timeout?: number | null
    stop_key?: '#' | '*' | null
  } | {
    type: 'assistant_transfer'
    assistant_id: number
    description?: string | null
    message_before_transfer?: string | null
    speak_transfer_greeting?: boolean | null
  } | {
    type: 'do_not_call'
    description?: string | null
  } | {
    type: 'call_back_at'
    description?: string | null
  } | {
    type: 'send_sms'
    description?: string | null
    texts?: string[] | null
  })[] | null
  /** `function_call` looks things up when the model asks; `prompt` looks up each sentence */
  knowledgebase_mode?: 'function_call' | 'prompt' | null
  /** Low values repeat themselves, high values surprise */
  llm_temperature?: number | null
  /** Some voices have no such setting */
  voice_stability?: number | null
  /** Some voices have no such setting */
  voice_similarity?: number | null
  /** 1 is the normal speed */
  speech_speed?: number | null
  /** Customers may interrupt the assistant */
  allow_interruptions?: boolean | null
  /** Says a short phrase when an answer takes more than 1.2 seconds */
  filler_audios?: boolean | null
  /** Phrases to say, one per line. Without them the phrases of the language are used */
  filler_config?: {
    neutral?: string[] | null
    negative?: string[] | null
    positive?: string[] | null
    question?: string[] | null
  } | null
  /** Kept for clients that show it. Nothing plays it */
  ambient_sound?: string | null
  /** Seconds of silence after which the assistant asks whether the customer is there */
  re_engagement_interval?: number | null
  /** Seconds after which the assistant says goodbye and hangs up */
  max_call_duration?: number | null
  /** Seconds of silence after which the call ends */
  max_silence_duration?: number | null
  /** Hangs up when a machine answers */
  end_call_on_voicemail?: boolean | null
  /** Message for a machine that answers. Without it the call ends there */
  voice_mail_message?: string | null
  /** Key that a customer presses never to be called again */
  opt_out_key?: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'off' | '*' | '#' | null
  /** Removes background noise of the customer */
  noise_cancellation?: boolean | null
  /** Records both sides of the call */
  record_call?: boolean | null
  /** Says first that an AI speaks: `auto` in the language, `custom` in your words. Unset: the calling rules decide */
  disclosure?: 'off' | 'auto' | 'custom' | null
  /** First words with `custom`. `{{name}}` is the name of the assistant */
  disclosure_text?: string | null
  /** Says that the call is recorded. Unset: the calling rules decide */
  recording_notice?: boolean | null
  /** `Customer`: the assistant waits for the first words of the customer */
  who_speaks_first?: 'AI assistant' | 'Customer' | null
  /** The assistant on a web page */
  widget_settings?: {
    enabled?: boolean | null
    allowed_origins?: string[] | null
    voice?: boolean | null
    chat?: boolean | null
    position?: 'right-bottom' | 'left-bottom' | 'right-top' | 'left-top' | null
    color?: string | null
    header_title?: string | null
    header_subtitle?: string | null
    button_main_text?: string | null
    button_sub_text?: string | null
    start_button_text?: string | null
    modal_title?: string | null
    modal_description?: string | null
    calls_per_hour?: number | null
    calls_at_once?: number | null
    max_duration?: number | null
    messages_per_conversation?: number | null
    pre_chat_fields?: {
      name: string
      label: string
      required?: boolean | null
    }[] | null
  } | null
  /** Number that the assistant calls from or answers at */
  phone_number_id?: number | null
  /** Knowledge base that the assistant answers from */
  knowledgebase_id?: number | null
  /** Address that receives ended calls */
  webhook_url?: string | null
  /** Address that receives ended conversations in writing */
  conversation_ended_webhook_url?: string | null
  note?: string | null
  if_version?: number | null
}

export interface UpdateAssistantAnswer {
  message: string
  data: {
    id: number
    name: string
    status: 'active' | 'inactive'
    type: 'inbound' | 'outbound'
    mode: 'pipeline' | 'multimodal'
  }
}

export interface UpdateCampaignInput {
  id: number
  name?: string | null
  assistant_id?: number | null
  /** An IANA time zone */
  timezone?: string | null
  max_calls_in_parallel?: number | null
  mark_complete_when_no_leads?: boolean | null
  allowed_hours_start_time?: string | null
  allowed_hours_end_time?: string | null
  allowed_days?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | null
  max_retries?: number | null
  /** Seconds, not minutes, from the end of the failed call */
  retry_interval?: number | null
  retry_on_voicemail?: boolean | null
  /** A conversation completes its lead only if `goal_completion_variable` is true */
  retry_on_goal_incomplete?: boolean | null
  /** Name of a `bool` entry of the post_call_schema of the assistant. `retry_on_goal_incomplete` needs it */
  goal_completion_variable?: string | null
  /** Share of calls that fail for technical reasons at which the campaign stops; null: it never stops for that */
  pause_on_failure_rate?: number | null
  /** Own numbers that its calls are made from; null: the number of the assistant */
  phone_number_ids?: number[] | null
  /** `rotate`: the number with the fewest calls today; `local`: a number from the same area; `sticky`: the number that called the lead before */
  caller_id_strategy?: 'rotate' | 'local' | 'sticky' | null
  caller_id_daily_max?: number | null
  /** What the calling rules do: `enforce` keeps calls from being made that they do not allow, `observe` only records what they say */
  calling_rules?: 'off' | 'observe' | 'enforce' | null
  require_consent?: 'none' | 'express' | 'express_written' | null
  purpose?: string | null
}

export interface UpdateCampaignAnswer {
  message: string
  data: {
    id: number
    name: string
    status: 'draft' | 'in-progress' | 'stopped' | 'completed'
    max_calls_in_parallel: number
    mark_complete_when_no_leads: boolean
    allowed_hours_start_time: string
    allowed_hours_end_time: string
    allowed_days: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[]
    max_retries: number
    retry_interval: number
    calling_rules: 'off' | 'observe' | 'enforce'
    created_at: string
    updated_at: string
    assistant_id: number
    timezone: string
    retry_on_voicemail: boolean
    retry_on_goal_incomplete: boolean
    goal_completion_variable: string | null
    pause_on_failure_rate: number | null
    phone_number_ids: number[] | null
    caller_id_strategy: 'rotate' | 'local' | 'sticky'
    caller_id_daily_max: number
    require_consent: 'none' | 'express' | 'express_written'
    purpose: string | null
    stop_reason: string | null
    leads_count: {
      total: number
      created: number
      completed: number
      'reached-max-retries': number
    }
    calls_in_progress: number
    slots: {
      total: number
      taken: number
      free: number
    }
    next_call_at: string | null
  }
}

export interface UpdateCampaignStatusInput {
  campaign_id: number
  action: 'start' | 'stop'
}

export interface UpdateCampaignStatusAnswer {
  message: string
  success: boolean
  data: {
    campaign_id: number
    status: 'draft' | 'in-progress' | 'stopped' | 'completed'
  }
}

export interface UpdateDocumentInput {
  id: number
  document_id: number
  name?: string | null
  description?: string | null
}

export interface UpdateDocumentAnswer {
  message: string
  data: {
    id: number
    name: string
    description: string | null
    type: 'website' | 'pdf' | 'txt' | 'docx'
    type_label: string
    status: 'processing' | 'active' | 'failed'
    status_label: string
    failure_reason: string | null
    search: 'words' | 'words_and_meaning' | null
    created_at: string
    updated_at: string
  }
}

export interface UpdateKnowledgebaseInput {
  id: number
  name?: string | null
  description?: string | null
}

export interface UpdateKnowledgebaseAnswer {
  message: string
  data: {
    id: number
    name: string
    description: string | null
    status: 'empty' | 'processing' | 'active' | 'failed'
    status_label: string
    documents_count: number
    assistants_count: number
    created_at: string
    updated_at: string
  }
}

export interface UpdateLeadInput {
  id: number
  campaign_id?: number | null
  phone_number?: string | null
  status?: 'created' | 'completed' | 'reached-max-retries' | null
  variables?: Record<string, unknown> | null
}

export interface UpdateLeadAnswer {
  message: string
}

export interface UpdateNumberInput {
  id: number
  nickname?: string | null
}

export interface UpdateNumberAnswer {
  message: string
  data: {
    id: number
    phone_number: string
    nickname: string | null
    country_code: string
    type: 'normal' | 'sip' | 'caller_id'
  }
}

export interface UpdateToolInput {
  id: number
  name?: string | null
  description?: string | null
  /** `{parameter}` is replaced by what the model says, `{{variable}}` by a variable of the call. */
  endpoint?: string | null
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | null
  timeout?: number | null
  headers?: {
    name: string
    value: string
  }[] | null
  schema?: {
    name: string
    type: 'string' | 'number' | 'boolean'
    description: string
    required?: boolean | null
  }[] | null
}

export interface UpdateToolAnswer {
  message: string
  data: {
    id: number
    name: string
    description: string
    endpoint: string
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    timeout: number
    headers: {
      name: string
      value: string
    }[]
    schema: {
      name: string
      type: 'string' | 'number' | 'boolean'
      description: string
      required: boolean
    }[]
    created_at: string
    updated_at: string
  }
}

export interface VerifyCallerIdInput {
  phone_number: string
}

export interface VerifyCallerIdAnswer {
  id: number
  phone_number: string
  validation_code: string | null
  status: 'pending' | 'verified' | 'failed' | 'expired'
}

export interface Operations {
  /** Take the canary of an assistant back. Calls of the canary that are under way follow the live version from their next turn on. The canary stays a version. */
  abortRollout: { input: AbortRolloutInput; answer: AbortRolloutAnswer }
  /** Block a number for calls and texts. Every later dial and text is refused. A number that is blocked already keeps its entry. */
  blacklistNumber: { input: BlacklistNumberInput; answer: BlacklistNumberAnswer }
  /** Check whether a number may be called. Dials and stores nothing. With `campaign_id`, the hours of the campaign apply too. The answer names rules that are not verified. None of it is legal advice. */
  checkCallingRules: { input: CheckCallingRulesInput; answer: CheckCallingRulesAnswer }
  /** Create an assistant. Answers with the new assistant in short. Settings that are left out have their defaults. Unknown fields are ignored. */
  createAssistant: { input: CreateAssistantInput; answer: CreateAssistantAnswer }
  /** Create a campaign, as a draft. The campaign makes no call before it is started. `retry_interval` is in seconds. `calling_rules` looser than the default need a token with the scope `all`. */
  createCampaign: { input: CreateCampaignInput; answer: CreateCampaignAnswer }
  /** Record a consent to calls or texts. A consent belongs to the number and never changes: record a new one, or revoke it. The consent that was given last decides. Send the exact `text`; its SHA-256 is stored with it. */
  createConsent: { input: CreateConsentInput; answer: CreateConsentAnswer }
  /** Add a document to a knowledge base. A website is read from `url` or `links`, with at most `relative_links_limit` pages of the same host. A file of up to 4 MB comes with the request, as `file` of a multipart form; for one of up to 20 MB, send its `size` in bytes: the answer has an `upload`, a form to be posted with the file within 15 minutes. It is read once; to change its text, delete it and create another. */
  createDocument: { input: CreateDocumentInput; answer: CreateDocumentAnswer }
  /** Export all evidence as a signed bundle. Answers as soon as the export is recorded. `GET /user/evidence/exports/{id}` shows its status and the links to its files. The files contain phone numbers, and are kept for a month. `npm run admin -- evidence verify` checks them. */
  createEvidenceExport: { input: Record<never, never>; answer: CreateEvidenceExportAnswer }
  /** Export a list as a file. Takes the filters of the list by the names of its query parameters; texts and transactions take `date_from` and `date_to`, campaigns, the blacklist and numbers none. Rows that are made later are not in the file. `format` is `csv` unless it says `jsonl`. Answers as soon as the export is recorded; `GET /user/exports/{id}` shows when the file is ready. */
  createExport: { input: CreateExportInput; answer: CreateExportAnswer }
  /** Create a knowledge base. Add documents to it, and give it to an assistant with `knowledgebase_id`. */
  createKnowledgebase: { input: CreateKnowledgebaseInput; answer: CreateKnowledgebaseAnswer }
  /** Create a lead in a campaign. The campaign calls it as soon as it runs and has a free slot. A number that the campaign has already is refused, unless `allow_dupplicate` is true. */
  createLead: { input: CreateLeadInput; answer: CreateLeadAnswer }
  /** Import a file of leads into a campaign. The answer has an `upload`, a form to be posted with the file within 15 minutes: CSV or a workbook of Excel (.xlsx), at most 100 MB. `sheet` names the sheet of a workbook; without it, the first one is read. The first row names the columns: `phone_number`, optionally `secondary_phone_number…`, `timezone`, `region` and `consent_…`. All other columns become variables. `columns` replaces the names of the first row, in its order. `GET /user/lead-imports/{id}` shows the progress. */
  createLeadImport: { input: CreateLeadImportInput; answer: CreateLeadImportAnswer }
  /** Erase the data of a phone number. An erasure cannot be undone. An opt-out stays as a keyed hash of the number and still bars calls and texts. Evidence stays without the person’s data. Leads of the number leave their campaigns. Answers as soon as the erasure is recorded; it takes some minutes, and `GET /user/people/erasures/{id}` shows when it is done. */
  createPersonErasure: { input: CreatePersonErasureInput; answer: CreatePersonErasureAnswer }
  /** Export the data of a phone number. Leads, contacts, calls with their transcripts, text messages, consents, opt-outs and decisions. Answers as soon as the export is recorded; `GET /user/people/exports/{id}` shows when the files are ready. They are kept for a month. */
  createPersonExport: { input: CreatePersonExportInput; answer: CreatePersonExportAnswer }
  /** Import a do-not-call list. The answer has an `upload`, a form to be posted with the file within 15 minutes: CSV with a number a row, with its country or of `country`, or `area,number` as the FTC hands it out. `as_of` is the day of its data. The former version stays in force until the new one replaces it as a whole. `GET /user/suppression-lists/{id}` shows the progress. */
  createSuppressionList: { input: CreateSuppressionListInput; answer: CreateSuppressionListAnswer }
  /** Create an API token. Only this answer shows the token: its hash is stored. `scope` is what the token may do. A token with an end creates no token that ends later. A repetition with the same Idempotency-Key must use the same token. */
  createToken: { input: CreateTokenInput; answer: CreateTokenAnswer }
  /** Create a tool for assistants. A tool is a request to an endpoint of yours. Give it to an assistant with `tool_ids`. Its headers are stored encrypted and never shown again. */
  createTool: { input: CreateToolInput; answer: CreateToolAnswer }
  /** Open a call that a web page joins. The page joins with the SDK of the carrier and this token, once, within 60 seconds. `draft` uses the draft of the assistant. A page without a microphone sends `typed`: it opens no call where the carrier takes sound alone. Its minutes cost as on the phone. If the page does not join, the call is `failed` and free. */
  createWebCall: { input: CreateWebCallInput; answer: CreateWebCallAnswer }
  /** Delete an assistant for good. It leaves every list at once, its inbound number is free, and its campaigns stop. Past calls keep its name. */
  deleteAssistant: { input: DeleteAssistantInput; answer: DeleteAssistantAnswer }
  /** Delete a call that is over. Its transcript and recording are deleted too. A call that is not over is refused. */
  deleteCall: { input: DeleteCallInput; answer: DeleteCallAnswer }
  /** Delete a campaign with its leads. Its leads are deleted too, once their calls have ended. */
  deleteCampaign: { input: DeleteCampaignInput; answer: DeleteCampaignAnswer }
  /** Delete a document of a knowledge base. Assistants forget its text within seconds. */
  deleteDocument: { input: DeleteDocumentInput; answer: DeleteDocumentAnswer }
  /** Delete a knowledge base and its documents. It is removed from all assistants that use it. In a running call, the model is told that it is gone. */
  deleteKnowledgebase: { input: DeleteKnowledgebaseInput; answer: DeleteKnowledgebaseAnswer }
  /** Delete a lead or one contact. A lead that is being called is deleted when its call has ended. */
  deleteLead: { input: DeleteLeadInput; answer: DeleteLeadAnswer }
  /** Remove a do-not-call list. Within a minute, numbers that only this list barred may be called and texted again. Until then the list is shown. A second request answers 404. */
  deleteSuppressionList: { input: DeleteSuppressionListInput; answer: DeleteSuppressionListAnswer }
  /** Delete an API token. The token is refused from its next request on. A token does not delete itself, so at least one token that may do everything is left. */
  deleteToken: { input: DeleteTokenInput; answer: DeleteTokenAnswer }
  /** Delete a tool for good. The tool is removed from all assistants that use it. In a running call, the model is told that it is gone. */
  deleteTool: { input: DeleteToolInput; answer: DeleteToolAnswer }
  /** Take over a conversation from the assistant. Messages are stored and not answered. An answer under way is still sent. */
  disableChatAi: { input: DisableChatAiInput; answer: DisableChatAiAnswer }
  /** Disable the webhook for ended conversations. Removes its URL, also for open conversations. */
  disableConversationEndedWebhook: { input: DisableConversationEndedWebhookInput; answer: DisableConversationEndedWebhookAnswer }
  /** Disable the webhook for incoming calls. Callers are answered as before, without your variables. */
  disableInboundWebhook: { input: DisableInboundWebhookInput; answer: DisableInboundWebhookAnswer }
  /** Disable the webhook for finished calls. Switches the post-call webhook off and removes its URL, also for running calls. */
  disableWebhook: { input: DisableWebhookInput; answer: DisableWebhookAnswer }
  /** Delete the draft of an assistant. The live assistant and its versions stay as they are. */
  discardDraft: { input: DiscardDraftInput; answer: DiscardDraftAnswer }
  /** Let the assistant answer a conversation again. It answers from the next message on, and knows the messages in between. */
  enableChatAi: { input: EnableChatAiInput; answer: EnableChatAiAnswer }
  /** Enable the webhook for ended conversations. From now on conversations in writing are sent to the URL after their evaluation. */
  enableConversationEndedWebhook: { input: EnableConversationEndedWebhookInput; answer: EnableConversationEndedWebhookAnswer }
  /** Enable the webhook for incoming calls. Its answer to `call.started` may bring variables for the call. */
  enableInboundWebhook: { input: EnableInboundWebhookInput; answer: EnableInboundWebhookAnswer }
  /** Enable the webhook for finished calls. Stores the URL and switches the post-call webhook on. */
  enableWebhook: { input: EnableWebhookInput; answer: EnableWebhookAnswer }
  /** End a call that is in progress. Answers as soon as the end is recorded. The carrier hangs up within seconds, and the call is `ended`. A second request gets the same answer. */
  endCall: { input: EndCallInput; answer: EndCallAnswer }
  /** Make the canary of an assistant live. Tools, knowledge bases and assistants that were deleted since are left out. */
  finishRollout: { input: FinishRolloutInput; answer: FinishRolloutAnswer }
  /** Answer a message of your own channel. The assistant continues its conversation with this customer, or begins one. `variables` are merged into those of the conversation. A request with an `Idempotency-Key` is answered once. */
  generateReply: { input: GenerateReplyInput; answer: GenerateReplyAnswer }
  /** Get a metric of calls by group. Exact at the moment of the request, for calls that are over. Days and hours are those of `timezone`, by the time when a call was made or arrived; without `date_from`, 30 days. Without `metric`, calls are counted. One filter at a time, and `assistant_version` with its assistant, answers for any number of calls. Several filters together answer 422 while more than 12,000 calls could match. Latencies are upper bounds of buckets that are 15 % wide. `value` is null where a rate has nothing to divide by. */
  getAnalytics: { input: GetAnalyticsInput; answer: GetAnalyticsAnswer }
  /** Get one assistant. Shows every setting under the names that lists use; create and update take those names, too. */
  getAssistant: { input: GetAssistantInput; answer: GetAssistantAnswer }
  /** Get one version of an assistant. `changes` compares with the version before, or with the version `compared_to`. */
  getAssistantVersion: { input: GetAssistantVersionInput; answer: GetAssistantVersionAnswer }
  /** Get one call with its transcript. The transcript is text in `transcript`, and a list of utterances in `messages`. `disclosure_spoken_at`: the time at which the notice before the conversation had been heard to its end. `disclosure_cut`: the call was answered and ended before that. */
  getCall: { input: GetCallInput; answer: GetCallAnswer }
  /** Get the reasons for allowing a call. Each decision with the facts known at the time, written before the carrier was asked, and its position in its campaign’s chain. A call that the carrier put off has several decisions. They stay when the call is deleted. */
  getCallEvidence: { input: GetCallEvidenceInput; answer: GetCallEvidenceAnswer }
  /** Get the state of a verification. It can be looked up for a day after it was asked for. A verified number has the same id. */
  getCallerId: { input: GetCallerIdInput; answer: GetCallerIdAnswer }
  /** Get a campaign and its progress. Counts its leads by status and says when it calls next. `numbers` are those of `phone_number_ids` that the user still has. */
  getCampaign: { input: GetCampaignInput; answer: GetCampaignAnswer }
  /** Get the number of calls and its limits. `live` counts calls that run and calls that the carrier is about to be asked for. `by_campaign` lists campaigns in progress. `waiting` counts single calls that wait for the carrier. */
  getConcurrency: { input: Record<never, never>; answer: GetConcurrencyAnswer }
  /** Get one document of a knowledge base. `failure_reason` says why it could not be read. `search` says how its passages are found: by `words`, or also by their meaning. */
  getDocument: { input: GetDocumentInput; answer: GetDocumentAnswer }
  /** Get the draft of an assistant. `settings` are all settings as they would become; `changes` compares them with the live ones. */
  getDraft: { input: GetDraftInput; answer: GetDraftAnswer }
  /** Get the webhook of account events. `url` is null while events are not sent. */
  getEventWebhook: { input: Record<never, never>; answer: GetEventWebhookAnswer }
  /** Get the status of an evidence export. Links are valid for an hour and made for each request. The files, joined in the order of their names, are the bundle. */
  getEvidenceExport: { input: GetEvidenceExportInput; answer: GetEvidenceExportAnswer }
  /** Get the status of an export. The file is kept for a day. `url` is made for each request, and valid for an hour at most. `rows` grows while the file is written. `removed`: a person was erased since. */
  getExport: { input: GetExportInput; answer: GetExportAnswer }
  /** Get one knowledge base. `active` once all of its documents have been read, or failed; `failed` if none of them could be. */
  getKnowledgebase: { input: GetKnowledgebaseInput; answer: GetKnowledgebaseAnswer }
  /** Get a lead and why it waits. Shows the attempts that were made and when the next one is due. */
  getLead: { input: GetLeadInput; answer: GetLeadAnswer }
  /** Get the status of a lead import. `rows` is `imported` and `rejected` together, also while it runs. `first_rejections` are the first 20. When it is over, `rejected_files` are links to CSV files of all rejected rows with their lines and reasons; links work for an hour and are made for each request. */
  getLeadImport: { input: GetLeadImportInput; answer: GetLeadImportAnswer }
  /** Get the account and its balance. Use it to test a token. */
  getMe: { input: Record<never, never>; answer: GetMeAnswer }
  /** Get the status of a person erasure. `done`: a second search found no data. `waits_for`: calls and messages that began meanwhile, and are erased when they are over. */
  getPersonErasure: { input: GetPersonErasureInput; answer: GetPersonErasureAnswer }
  /** Get the status of a person export. The files have one JSON object a line. Links are valid for an hour and made for each request. `removed`: the person was erased since. */
  getPersonExport: { input: GetPersonExportInput; answer: GetPersonExportAnswer }
  /** Get a replay: what differs, call by call. Calls that are not over have no verdict yet. It is kept for 30 days. */
  getReplay: { input: GetReplayInput; answer: GetReplayAnswer }
  /** Get both talks of a replayed call. With what was said in the call and in the replay, and the tool calls of the replay. */
  getReplayedCall: { input: GetReplayedCallInput; answer: GetReplayedCallAnswer }
  /** Get the rollout of an assistant. Both arms, and what its guards say. The newest rollout, also after its end. */
  getRollout: { input: GetRolloutInput; answer: GetRolloutAnswer }
  /** Get a simulation and its runs. Unfinished runs have no transcript yet. A simulation is kept for 30 days. */
  getSimulation: { input: GetSimulationInput; answer: GetSimulationAnswer }
  /** Get one text message. `status` is the carrier’s last report. */
  getSms: { input: GetSmsInput; answer: GetSmsAnswer }
  /** Get the import status of a suppression list. `refused` counts the rows that were not imported; the first 100 are shown with their lines. The import is shown for 90 days; its list stays in force. */
  getSuppressionList: { input: GetSuppressionListInput; answer: GetSuppressionListAnswer }
  /** Get one tool. Its headers are masked; sending a mask back changes nothing. */
  getTool: { input: GetToolInput; answer: GetToolAnswer }
  /** Get the secret that signs webhooks. The first request creates it. Verify every webhook with it, as Standard Webhooks describes. */
  getWebhookSecret: { input: Record<never, never>; answer: GetWebhookSecretAnswer }
  /** Import up to 1,000 leads into a campaign. Each lead is checked by itself: `rejected` names the leads that were not imported by their `index` in the request, with the errors that creating them one by one would answer. `ids` are those of the imported leads, in their order. A request that is sent again with the same `Idempotency-Key` imports no lead twice. */
  importLeads: { input: ImportLeadsInput; answer: ImportLeadsAnswer }
  /** Import a phone number. Takes over a number that the carrier's account has already: calls and messages to it arrive here from then on. It costs nothing per month here, because the account pays the carrier for it. A release leaves it in the account. If the answer was lost, ask again. */
  importNumber: { input: ImportNumberInput; answer: ImportNumberAnswer }
  /** List all phone numbers, expired ones too. Shows the abilities of each number, and whether its subscription is active. */
  listAllNumbers: { input: Record<never, never>; answer: ListAllNumbersAnswer }
  /** List all assistants by name. All in one answer, with few fields, for choosing one. */
  listAssistantNames: { input: Record<never, never>; answer: ListAssistantNamesAnswer }
  /** List the versions of an assistant, newest first. Every change of a setting is a version, also a change that the product makes itself, when a tool or a knowledge base of the assistant is deleted. The live version and the newest 200 before it are kept, for 400 days after another took their place. `calls` is exact. */
  listAssistantVersions: { input: ListAssistantVersionsInput; answer: ListAssistantVersionsAnswer }
  /** List assistants page by page, newest first. Shows every setting of each. `type` filters the list. */
  listAssistants: { input: ListAssistantsInput; answer: ListAssistantsAnswer }
  /** List blocked numbers. Numbers that are never dialled or texted. `source` is the first reason. `needs_review` is true when a phrase in a call was the reason, which may have had another meaning. */
  listBlacklist: { input: ListBlacklistInput; answer: ListBlacklistAnswer }
  /** List the events of a call. States, turns with the customer’s waiting time, and tool calls with their results. Pass `after` of one answer to the next request: each event comes once, however late. A turn that was interrupted after its event is shown whole; `transcript` has the part that was heard. */
  listCallEvents: { input: ListCallEventsInput; answer: ListCallEventsAnswer }
  /** List calling hours by country and state. Current and future rules, each with its source, its day and its grade, and your own hours. None of it is legal advice. */
  listCallingRules: { input: Record<never, never>; answer: ListCallingRulesAnswer }
  /** List calls, newest first, with filters. `total` is exact. `date_from` and `date_to` are whole UTC days, both included. `assistant_version` needs `assistant_id`. */
  listCalls: { input: ListCallsInput; answer: ListCallsAnswer }
  /** List all campaigns, newest first. All in one answer, without pages. */
  listCampaigns: { input: Record<never, never>; answer: ListCampaignsAnswer }
  /** List written conversations, newest first. Pages by cursor: `next_cursor` and `prev_cursor` lead to the adjacent pages. A page reads at most 1,000 conversations to find those that match, so it may be short. `assistant_version` needs `assistant_id`. */
  listChats: { input: ListChatsInput; answer: ListChatsAnswer }
  /** List consents and their withdrawals, newest first. With `phone_number`, those of one number. Records stay, withdrawn or not. */
  listConsents: { input: ListConsentsInput; answer: ListConsentsAnswer }
  /** List the documents of a knowledge base. All in one answer: there are never more than 200. */
  listDocuments: { input: ListDocumentsInput; answer: ListDocumentsAnswer }
  /** List the keys that sign evidence. The same as `GET /evidence/keys`, which needs no token: all keys that this stack has ever signed with, in the form for `admin evidence verify --keys`. Keep a copy outside of the stack. */
  listEvidenceKeys: { input: Record<never, never>; answer: ListEvidenceKeysAnswer }
  /** List all knowledge bases, newest first. All in one answer: there are never more than 50. */
  listKnowledgebases: { input: Record<never, never>; answer: ListKnowledgebasesAnswer }
  /** List the languages that assistants speak. Use the `name` as `language`, or the `id` as `language_id`. */
  listLanguages: { input: Record<never, never>; answer: ListLanguagesAnswer }
  /** List lead imports, newest first. Imports are kept for a month. */
  listLeadImports: { input: ListLeadImportsInput; answer: ListLeadImportsAnswer }
  /** List leads, newest first, with filters. The rows are in `data` and again in `leads`, for clients that read them there. `date_from` and `date_to` are whole UTC days, both included. */
  listLeads: { input: ListLeadsInput; answer: ListLeadsAnswer }
  /** List the language models on offer. Use the `name` as `llm_model`, or the `id` as `llm_model_id`. `type` leaves only text models (`llm`) or only realtime models (`multimodal`, for `multimodal_model_id`). */
  listModels: { input: ListModelsInput; answer: ListModelsAnswer }
  /** List the assistants that can make calls. These are the assistants that `make_call` and campaigns take. */
  listOutboundAssistants: { input: Record<never, never>; answer: ListOutboundAssistantsAnswer }
  /** List numbers that assistants can use. With `type`, only numbers that an assistant of this type can get now. */
  listPhoneNumbers: { input: ListPhoneNumbersInput; answer: ListPhoneNumbersAnswer }
  /** List the newest 50 replays, newest first. In short; one by one they show their calls. */
  listReplays: { input: Record<never, never>; answer: ListReplaysAnswer }
  /** List the newest 50 simulations, newest first. With few fields; each simulation by itself shows its runs. */
  listSimulations: { input: Record<never, never>; answer: ListSimulationsAnswer }
  /** List text messages, newest first. Sent messages with their prices and the carrier’s reports. */
  listSms: { input: ListSmsInput; answer: ListSmsAnswer }
  /** List numbers that can send SMS. Numbers for `from` of `POST /user/sms`: their subscription is active. */
  listSmsNumbers: { input: Record<never, never>; answer: ListSmsNumbersAnswer }
  /** List the do-not-call lists that are in force. All in one answer: there are never more than 10. A list that `is_stale` stays in force. Lists of the operator apply too, and are not shown. */
  listSuppressionLists: { input: Record<never, never>; answer: ListSuppressionListsAnswer }
  /** List the API tokens of the account. Shows what each token may do, and its last characters; never the token. `token_id` is what versions of assistants name. `in_use` marks the token of this request. `last_used_at` is known to the day. */
  listTokens: { input: Record<never, never>; answer: ListTokensAnswer }
  /** List all tools, newest first. Their headers are masked. */
  listTools: { input: Record<never, never>; answer: ListToolsAnswer }
  /** List ledger entries, newest first. Every movement of the balance, with the balance after it. */
  listTransactions: { input: ListTransactionsInput; answer: ListTransactionsAnswer }
  /** List public voices and the user’s own. Public voices and your own. `mode` is the engine of a voice. The name of a pipeline voice tells its language. With `language_id`, only voices that speak this language. */
  listVoices: { input: ListVoicesInput; answer: ListVoicesAnswer }
  /** List deliveries of webhooks. Shows every attempt with its answer. `date_from` and `date_to` are whole UTC days, both included. */
  listWebhookDeliveries: { input: ListWebhookDeliveriesInput; answer: ListWebhookDeliveriesAnswer }
  /** Place one call with an outbound assistant. Answers as soon as the call is recorded; it is dialled in its turn. `GET /user/calls/{id}` shows its state. In a stage that enforces calling rules, a recipient who may not be called now is refused. */
  makeCall: { input: MakeCallInput; answer: MakeCallAnswer }
  /** Preview the next calls of a campaign. Makes no call and changes no data. */
  previewCampaign: { input: PreviewCampaignInput; answer: PreviewCampaignAnswer }
  /** Make the draft of an assistant live. The draft becomes the next version and is deleted. With `canary`, that version gets `percent` of the people who call or are called. A person keeps their version. Until all guards hold, at most `after_calls` people get it. A guard that trips takes the version back. */
  publishDraft: { input: PublishDraftInput; answer: PublishDraftAnswer }
  /** Buy a phone number. The price of a month is held first, and charged when the carrier has sold the number. A refusal gives it back. Calls and messages to the number arrive here from then on. Send an `Idempotency-Key` if you may have to ask again. */
  purchaseNumber: { input: PurchaseNumberInput; answer: PurchaseNumberAnswer }
  /** Release a phone number. A bought number is released at the carrier at the end of the paid month, any other one at once. It leaves its assistants, and no new call or message uses it. Calls in progress continue. */
  releaseNumber: { input: ReleaseNumberInput; answer: ReleaseNumberAnswer }
  /** Remove your calling hours for a region. From then on only the rule applies there. */
  removeCallingRule: { input: RemoveCallingRuleInput; answer: RemoveCallingRuleAnswer }
  /** Allow a blacklisted number again. Removes the whole entry, whatever its reason. An entry that came from the person (`source` is neither `user` nor `list`) needs `because`, which is stored with the change: without it, 422. Leads that were set aside because of the number are queued again. */
  removeFromBlacklist: { input: RemoveFromBlacklistInput; answer: RemoveFromBlacklistAnswer }
  /** Play past calls again with a draft. Plays the newest `calls` of the assistant in which a customer spoke, or `call_ids`. With `version` that version is played, else the draft, as it is now. The customers say what they said, and tools answer what they answered; a tool call without a record is not sent. Each call is charged like a run of a simulation. `at_most` is held until the replay is over; with `dry_run` the answer only says the price, and `id` is null. */
  replayDraft: { input: ReplayDraftInput; answer: ReplayDraftAnswer }
  /** Resend the deliveries of a period. At most 1,000 at a time: `remaining` is the number left for another request. */
  resendWebhookDeliveries: { input: ResendWebhookDeliveriesInput; answer: ResendWebhookDeliveriesAnswer }
  /** Resend one event with its webhook-id. A receiver that stores the `webhook-id` recognises the repetition. */
  resendWebhookDelivery: { input: ResendWebhookDeliveryInput; answer: ResendWebhookDeliveryAnswer }
  /** Restore a version of an assistant. Tools, knowledge bases and assistants that were deleted since are left out. A phone number that is not free any more, or another setting that is no longer valid, is refused. If the settings are live already, `number` is the live version. */
  restoreAssistantVersion: { input: RestoreAssistantVersionInput; answer: RestoreAssistantVersionAnswer }
  /** Revoke a consent to calls or texts. No earlier consent of the number counts any more, for any purpose. The consent stays in the list; its withdrawal is a record of its own. */
  revokeConsent: { input: RevokeConsentInput; answer: RevokeConsentAnswer }
  /** Rotate the secret that signs webhooks. Give your receivers the new secret within a day. Until then webhooks carry both signatures. */
  rotateWebhookSecret: { input: Record<never, never>; answer: RotateWebhookSecretAnswer }
  /** Save a draft of an assistant. Takes the fields of update. Only what is sent changes in the draft, which is validated as a whole. The draft holds what differs from the live assistant. With `revision`, the draft is only written if it still has that revision, 0 for no draft: 409 otherwise. */
  saveDraft: { input: SaveDraftInput; answer: SaveDraftAnswer }
  /** Say a sentence in a running call. The sentence is said unchanged after the current words, and the assistant then continues. A multimodal assistant is told to say it word for word. */
  sayInCall: { input: SayInCallInput; answer: SayInCallAnswer }
  /** Search phone numbers to buy. Numbers that the carrier sells now, with their monthly prices. Without `type`, local and mobile numbers. `area_code` is for the United States and Canada. */
  searchNumbers: { input: SearchNumbersInput; answer: SearchNumbersAnswer }
  /** Send a text message from an owned number. The price is held first and taken when the carrier has accepted the message; a refusal gives it back. Send an `Idempotency-Key` if you may have to ask again. While sending is paused nothing is held; the same request may be made again, with the same key. */
  sendSms: { input: SendSmsInput; answer: SendSmsAnswer }
  /** Set your calling hours for a region. Only fields that are sent change; null removes `hours`. Stricter hours apply in addition to the rule. Looser ones replace it and need `because` in the same request, which is stored; a later row of the rule ends them. `caps` limit the calls to one number within a number of hours, by campaigns and single calls together, in addition to those of the rule. None of it is legal advice. */
  setCallingRule: { input: SetCallingRuleInput; answer: SetCallingRuleAnswer }
  /** Set the webhook of account events. `suppression.added` tells there of each number that is not to be called or texted any more, `campaign.stopped` why a campaign stopped by itself, `number.paused` and `number.refused` which number campaigns call from no more for a day, and `assistant.rolled_back` which canary a guard took back, within a minute. A `webhook_url` of null sends them nowhere; without `webhook_url` (or `url`, the name that is shown) nothing changes and the answer is 422. */
  setEventWebhook: { input: SetEventWebhookInput; answer: SetEventWebhookAnswer }
  /** Set the time zone of a lead. Only fields that are sent change, and null removes one. A time zone or region replaces the clock of the number; the law of its area code still applies. */
  setLeadPlace: { input: SetLeadPlaceInput; answer: SetLeadPlaceAnswer }
  /** Test an assistant with a simulated customer. A model plays the customer by `goal`, or the customer says `lines` and hangs up. `draft` tests the assistant’s current draft, `version` that version. Tools answer with `mocks`; a tool without a mock is not called. No call or message leaves. Each run costs its started minutes at the platform’s fee, or the tokens of its models if they cost more, 0.50 at most, which is held first. At most 100 runs an hour. `GET /user/simulations/{id}` shows the progress. */
  simulateAssistant: { input: SimulateAssistantInput; answer: SimulateAssistantAnswer }
  /** Talk to an assistant in text. Send the conversation so far; the answer is the assistant’s next turn, as on the phone. Without `messages` it greets; after its own words it asks whether the customer is still there. `draft` uses its draft, `version` that version. With `mocks`, the model is offered the assistant’s tools, and the mocks answer; no tool is called. No call is made, recorded or charged. At most 100 turns an hour. */
  talkToAssistant: { input: TalkToAssistantInput; answer: TalkToAssistantAnswer }
  /** Run a tool with given arguments. Sends the request as in a call, signed, with `parlance-test: true`. It may take 20 seconds. */
  testTool: { input: TestToolInput; answer: TestToolAnswer }
  /** Send a sample event to a webhook. The event is an example, and no delivery is recorded. */
  testWebhook: { input: TestWebhookInput; answer: TestWebhookAnswer }
  /** Transfer a running call to another phone. Answers as soon as the transfer is recorded and its price held. The assistant says `message` first; if the other phone is not reached, it continues with the customer. At most three times in a call. `transfers` and the events of the call show the result; a refusal gives its reason in `error`. */
  transferCall: { input: TransferCallInput; answer: TransferCallAnswer }
  /** Change some settings of an assistant. Only fields that are sent change, at once and as a new version, which stores `note`. A request without any setting is refused. With `if_version`, the request is refused with 409 if another version is live: nobody overwrites a change that they have not seen. */
  updateAssistant: { input: UpdateAssistantInput; answer: UpdateAssistantAnswer }
  /** Update the settings of a campaign. Only what is sent changes. `retry_interval` is in seconds. Looser `calling_rules`, a lesser `require_consent`, or another `purpose` of a campaign that requires consent need a token with the scope `all`. */
  updateCampaign: { input: UpdateCampaignInput; answer: UpdateCampaignAnswer }
  /** Start or stop a campaign. Starting a running campaign answers as if it had just been started. After a stop has answered, no new call begins. */
  updateCampaignStatus: { input: UpdateCampaignStatusInput; answer: UpdateCampaignStatusAnswer }
  /** Update the name or description of a document. Its text cannot be changed: delete it and create another. */
  updateDocument: { input: UpdateDocumentInput; answer: UpdateDocumentAnswer }
  /** Rename or describe a knowledge base. Only fields that are sent change; null removes the description. */
  updateKnowledgebase: { input: UpdateKnowledgebaseInput; answer: UpdateKnowledgebaseAnswer }
  /** Update a lead or one of its contacts. Only fields that are sent change. `variables` are merged into the stored ones, and null removes one. */
  updateLead: { input: UpdateLeadInput; answer: UpdateLeadAnswer }
  /** Name a phone number. Null or an empty `nickname` removes the name. Without `nickname` nothing changes. */
  updateNumber: { input: UpdateNumberInput; answer: UpdateNumberAnswer }
  /** Change some settings of a tool. Only fields that are sent change; `headers` and `schema` are replaced as a whole. Running calls use the new settings at once. */
  updateTool: { input: UpdateToolInput; answer: UpdateToolAnswer }
  /** Verify an own number by a call. The carrier calls the number now. The person who answers types `validation_code`. Then the number has the type `Caller ID`, and assistants can call from it. It expires after ten minutes. A user may have 10 such calls an hour and 30 a day, a number 3 a day. */
  verifyCallerId: { input: VerifyCallerIdInput; answer: VerifyCallerIdAnswer }
}

/** Where each operation is. */
export const routes: Readonly<Record<keyof Operations, readonly [method: string, path: string]>> = {
  abortRollout: ['POST', '/user/assistants/{id}/rollout/abort'],
  blacklistNumber: ['POST', '/user/blacklist'],
  checkCallingRules: ['POST', '/user/calling-rules/check'],
  createAssistant: ['POST', '/user/assistant'],
  createCampaign: ['POST', '/user/campaigns'],
  createConsent: ['POST', '/user/consents'],
  createDocument: ['POST', '/user/knowledgebases/{id}/documents'],
  createEvidenceExport: ['POST', '/user/evidence/exports'],
  createExport: ['POST', '/user/exports'],
  createKnowledgebase: ['POST', '/user/knowledgebases'],
  createLead: ['POST', '/user/lead'],
  createLeadImport: ['POST', '/user/lead-imports'],
  createPersonErasure: ['POST', '/user/people/erasures'],
  createPersonExport: ['POST', '/user/people/exports'],
  createSuppressionList: ['POST', '/user/suppression-lists'],
  createToken: ['POST', '/user/tokens'],
  createTool: ['POST', '/user/tools'],
  createWebCall: ['POST', '/user/assistants/{id}/web-call'],
  deleteAssistant: ['DELETE', '/user/assistant/{id}'],
  deleteCall: ['DELETE', '/user/calls/{id}'],
  deleteCampaign: ['DELETE', '/user/campaigns/{id}'],
  deleteDocument: ['DELETE', '/user/knowledgebases/{id}/documents/{document_id}'],
  deleteKnowledgebase: ['DELETE', '/user/knowledgebases/{id}'],
  deleteLead: ['DELETE', '/user/leads/{id}'],
  deleteSuppressionList: ['DELETE', '/user/suppression-lists/{id}'],
  deleteToken: ['DELETE', '/user/tokens/{id}'],
  deleteTool: ['DELETE', '/user/tools/{id}'],
  disableChatAi: ['POST', '/automate/conversations/{uuid}/disable-ai'],
  disableConversationEndedWebhook: ['POST', '/user/assistants/disable-conversation-ended-webhook'],
  disableInboundWebhook: ['POST', '/user/assistants/disable-inbound-webhook'],
  disableWebhook: ['POST', '/user/assistants/disable-webhook'],
  discardDraft: ['DELETE', '/user/assistants/{id}/draft'],
  enableChatAi: ['POST', '/automate/conversations/{uuid}/enable-ai'],
  enableConversationEndedWebhook: ['POST', '/user/assistants/enable-conversation-ended-webhook'],
  enableInboundWebhook: ['POST', '/user/assistants/enable-inbound-webhook'],
  enableWebhook: ['POST', '/user/assistants/enable-webhook'],
  endCall: ['POST', '/user/calls/{id}/end'],
  finishRollout: ['POST', '/user/assistants/{id}/rollout/finish'],
  generateReply: ['POST', '/user/ai/generate-reply'],
  getAnalytics: ['GET', '/user/analytics'],
  getAssistant: ['GET', '/user/assistant/{id}'],
  getAssistantVersion: ['GET', '/user/assistants/{id}/versions/{version}'],
  getCall: ['GET', '/user/calls/{id}'],
  getCallEvidence: ['GET', '/user/calls/{id}/evidence'],
  getCallerId: ['GET', '/user/caller-ids/{id}'],
  getCampaign: ['GET', '/user/campaigns/{id}'],
  getConcurrency: ['GET', '/user/concurrency'],
  getDocument: ['GET', '/user/knowledgebases/{id}/documents/{document_id}'],
  getDraft: ['GET', '/user/assistants/{id}/draft'],
  getEventWebhook: ['GET', '/user/event-webhook'],
  getEvidenceExport: ['GET', '/user/evidence/exports/{id}'],
  getExport: ['GET', '/user/exports/{id}'],
  getKnowledgebase: ['GET', '/user/knowledgebases/{id}'],
  getLead: ['GET', '/user/leads/{id}'],
  getLeadImport: ['GET', '/user/lead-imports/{id}'],
  getMe: ['GET', '/user/me'],
  getPersonErasure: ['GET', '/user/people/erasures/{id}'],
  getPersonExport: ['GET', '/user/people/exports/{id}'],
  getReplay: ['GET', '/user/replays/{id}'],
  getReplayedCall: ['GET', '/user/replays/{id}/calls/{call_id}'],
  getRollout: ['GET', '/user/assistants/{id}/rollout'],
  getSimulation: ['GET', '/user/simulations/{id}'],
  getSms: ['GET', '/user/sms/{id}'],
  getSuppressionList: ['GET', '/user/suppression-lists/{id}'],
  getTool: ['GET', '/user/tools/{id}'],
  getWebhookSecret: ['GET', '/user/webhook-secret'],
  importLeads: ['POST', '/user/leads/import'],
  importNumber: ['POST', '/user/phone-numbers/import'],
  listAllNumbers: ['GET', '/user/phone-numbers/all'],
  listAssistantNames: ['GET', '/user/assistants'],
  listAssistantVersions: ['GET', '/user/assistants/{id}/versions'],
  listAssistants: ['GET', '/user/assistants/get'],
  listBlacklist: ['GET', '/user/blacklist'],
  listCallEvents: ['GET', '/user/calls/{id}/events'],
  listCallingRules: ['GET', '/user/calling-rules'],
  listCalls: ['GET', '/user/calls'],
  listCampaigns: ['GET', '/user/campaigns'],
  listChats: ['GET', '/user/conversations'],
  listConsents: ['GET', '/user/consents'],
  listDocuments: ['GET', '/user/knowledgebases/{id}/documents'],
  listEvidenceKeys: ['GET', '/user/evidence/keys'],
  listKnowledgebases: ['GET', '/user/knowledgebases'],
  listLanguages: ['GET', '/user/assistants/languages'],
  listLeadImports: ['GET', '/user/lead-imports'],
  listLeads: ['GET', '/user/leads'],
  listModels: ['GET', '/user/assistants/models'],
  listOutboundAssistants: ['GET', '/user/assistants/outbound'],
  listPhoneNumbers: ['GET', '/user/assistants/phone-numbers'],
  listReplays: ['GET', '/user/replays'],
  listSimulations: ['GET', '/user/simulations'],
  listSms: ['GET', '/user/sms'],
  listSmsNumbers: ['GET', '/user/phone-numbers'],
  listSuppressionLists: ['GET', '/user/suppression-lists'],
  listTokens: ['GET', '/user/tokens'],
  listTools: ['GET', '/user/tools'],
  listTransactions: ['GET', '/user/transactions'],
  listVoices: ['GET', '/user/assistants/voices'],
  listWebhookDeliveries: ['GET', '/user/webhook-deliveries'],
  makeCall: ['POST', '/user/make_call'],
  previewCampaign: ['GET', '/user/campaigns/{id}/preview'],
  publishDraft: ['POST', '/user/assistants/{id}/draft/publish'],
  purchaseNumber: ['POST', '/user/phone-numbers/purchase'],
  releaseNumber: ['DELETE', '/user/phone-numbers/{id}'],
  removeCallingRule: ['DELETE', '/user/calling-rules/{region}'],
  removeFromBlacklist: ['DELETE', '/user/blacklist/{id}'],
  replayDraft: ['POST', '/user/assistants/{id}/draft/replay'],
  resendWebhookDeliveries: ['POST', '/user/webhook-deliveries/resend'],
  resendWebhookDelivery: ['POST', '/user/webhook-deliveries/{id}/resend'],
  restoreAssistantVersion: ['POST', '/user/assistants/{id}/versions/{version}/restore'],
  revokeConsent: ['POST', '/user/consents/{id}/revoke'],
  rotateWebhookSecret: ['POST', '/user/webhook-secret/rotate'],
  saveDraft: ['PUT', '/user/assistants/{id}/draft'],
  sayInCall: ['POST', '/user/calls/{id}/say'],
  searchNumbers: ['GET', '/user/phone-numbers/search'],
  sendSms: ['POST', '/user/sms'],
  setCallingRule: ['PUT', '/user/calling-rules/{region}'],
  setEventWebhook: ['PUT', '/user/event-webhook'],
  setLeadPlace: ['PUT', '/user/leads/{id}/place'],
  simulateAssistant: ['POST', '/user/assistants/{id}/simulate'],
  talkToAssistant: ['POST', '/user/assistants/{id}/talk'],
  testTool: ['POST', '/user/tools/{id}/test'],
  testWebhook: ['POST', '/user/assistants/{id}/test-webhook'],
  transferCall: ['POST', '/user/calls/{id}/transfer'],
  updateAssistant: ['PUT', '/user/assistant/{id}'],
  updateCampaign: ['PUT', '/user/campaigns/{id}'],
  updateCampaignStatus: ['POST', '/user/campaigns/update-status'],
  updateDocument: ['PUT', '/user/knowledgebases/{id}/documents/{document_id}'],
  updateKnowledgebase: ['PUT', '/user/knowledgebases/{id}'],
  updateLead: ['PUT', '/user/leads/{id}'],
  updateNumber: ['PUT', '/user/phone-numbers/{id}'],
  updateTool: ['PUT', '/user/tools/{id}'],
  verifyCallerId: ['POST', '/user/caller-ids'],
}
