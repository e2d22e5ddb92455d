export const secret = 'sk-never-shown-7f3a'

export const vapiExport = {
  assistants: [
    {
      id: '3f1c2a52-0b0e-4d55-9a51-1d6a0a3c7a01',
      orgId: 'c1b7d4a2-8d5e-4a52-b3f3-2f8e1c6d9b10',
      name: 'Bella Vista reservations',
      createdAt: '2026-05-02T09:14:11.120Z',
      updatedAt: '2026-10-30T16:40:02.001Z',
      firstMessage: 'Bella Vista, good evening! How may I help you, {{customer.name}}?',
      firstMessageMode: 'assistant-speaks-first',
      model: {
        provider: 'openai',
        model: 'gpt-4.1',
        temperature: 1.4,
        maxTokens: 250,
        toolIds: ['b6f0c9d2-1c1f-4b5b-8a37-5d7c5ad3f201', '00000000-aaaa-4bbb-8ccc-dddddddddddd'],
        tools: [
          { type: 'endCall' },
          {
            type: 'transferCall',
            destinations: [
              { type: 'number', number: '+12025550177', description: 'The head waiter', message: 'One moment.' },
              { type: 'sip', sipUri: 'sip:bar@bellavista.test' },
              { type: 'number', number: '{{manager}}' },
            ],
          },
          {
            type: 'apiRequest',
            name: 'checkMenu2',
            url: 'https://api.bellavista.test/menu',
            method: 'GET',
            headers: { type: 'object', properties: { 'X-Api-Key': { type: 'string', value: secret } } },
            body: { type: 'object', properties: { course: { type: 'string', enum: ['starter', 'main'] } } },
          },
        ],
        messages: [
          { role: 'system', content: 'You take reservations. Today is {{date}}. The caller is {{customer.number}}.' },
          { role: 'assistant', content: 'Sure.' },
        ],
      },
      voice: { provider: '11labs', voiceId: 'EXAVITQu4vr4xnSDxMaL', speed: 1.5, stability: 0.4, similarityBoost: 0.7 },
      transcriber: { provider: 'deepgram', model: 'nova-3', language: 'en-US', keyterm: ['Bella'] },
      silenceTimeoutSeconds: 300,
      maxDurationSeconds: 43200,
      backgroundSound: 'office',
      voicemailDetection: { provider: 'vapi' },
      voicemailMessage: 'Please call us back.',
      endCallMessage: 'Goodbye!',
      stopSpeakingPlan: { numWords: 2, voiceSeconds: 0.2, backoffSeconds: 1 },
      server: { url: 'https://hooks.bellavista.test/vapi', headers: { authorization: secret } },
      artifactPlan: { recordingEnabled: true },
      analysisPlan: {
        summaryPlan: { enabled: true },
        structuredDataPlan: {
          enabled: true,
          schema: {
            type: 'object',
            properties: {
              guests: { type: 'integer', description: 'How many come' },
              booked: { type: 'boolean', description: 'A table was booked' },
              score: { type: 'number' },
            },
          },
        },
      },
    },
    {
      id: '77777777-0b0e-4d55-9a51-1d6a0a3c7a02',
      serverUrl: 'http://10.0.0.7/vapi',
      model: { provider: 'custom-llm', url: 'https://llm.test', model: 'own' },
    },
  ],
  tools: [
    {
      id: 'b6f0c9d2-1c1f-4b5b-8a37-5d7c5ad3f201',
      orgId: 'c1b7d4a2-8d5e-4a52-b3f3-2f8e1c6d9b10',
      type: 'function',
      async: false,
      function: {
        name: 'bookTable',
        description: 'Books a table once day and guests are known',
        parameters: {
          type: 'object',
          properties: {
            day: { type: 'string', description: 'The day' },
            guests: { type: 'integer' },
            wishes: { type: 'array', items: { type: 'string' }, description: 'Special wishes' },
            line2: { type: 'string' },
          },
          required: ['day'],
        },
      },
      server: {
        url: 'https://api.bellavista.test/tables',
        timeoutSeconds: 45,
        headers: { authorization: `Bearer ${secret}` },
      },
    },
    { id: 'a0', type: 'mcp', server: { url: 'https://mcp.bellavista.test', headers: { authorization: secret } } },
  ],
  phoneNumbers: [
    {
      id: 'p1',
      orgId: 'o1',
      provider: 'twilio',
      number: '+12025557301',
      name: 'Front desk',
      assistantId: '3f1c2a52-0b0e-4d55-9a51-1d6a0a3c7a01',
      twilioAccountSid: 'AC1',
      twilioAuthToken: secret,
      status: 'active',
    },
    { id: 'p2', orgId: 'o1', provider: 'vapi', number: '+12025557302', status: 'active' },
  ],
}

export const retellExport = {
  agents: {
    has_more: false,
    items: [
      {
        agent_id: 'agent_1',
        version: 3,
        is_published: true,
        last_modification_timestamp: 1761000000000,
        agent_name: 'Praxis Dr. Weber',
        response_engine: { type: 'retell-llm', llm_id: 'llm_1', version: 3 },
        voice_id: '11labs-Adrian',
        voice_speed: 1.9,
        language: 'de-DE',
        interruption_sensitivity: 0.8,
        end_call_after_silence_ms: 600000,
        reminder_trigger_ms: 10000,
        max_call_duration_ms: 900000,
        ambient_sound: 'coffee-shop',
        denoising_mode: 'noise-cancellation',
        webhook_url: 'https://hooks.weber.test/retell',
        webhook_events: ['call_ended'],
        voicemail_option: { action: { type: 'static_text', text: 'Bitte rufen Sie zurück, {{patient}}.' } },
        post_call_analysis_data: [
          { type: 'system-presets', name: 'call_summary' },
          { type: 'enum', name: 'reason', description: 'Why', choices: ['pain', 'check-up'] },
          { type: 'boolean', name: 'is booked', description: 'An appointment was made' },
        ],
      },
      {
        agent_id: 'agent_2',
        version: 0,
        last_modification_timestamp: 1761000000000,
        response_engine: { type: 'conversation-flow', conversation_flow_id: 'flow_1' },
        voice_id: 'openai-Alloy',
      },
    ],
  },
  llms: [
    {
      llm_id: 'llm_1',
      version: 3,
      last_modification_timestamp: 1761000000000,
      model: 'gpt-4.1-mini',
      model_temperature: 0,
      start_speaker: 'agent',
      begin_message: '',
      general_prompt: 'Du vergibst Termine. Der Anrufer ist {{user_number}}.',
      default_dynamic_variables: { patient: 'Frau Muster' },
      knowledge_base_ids: ['kb_1'],
      general_tools: [
        { type: 'end_call', name: 'end_call', description: 'When everything is said' },
        { type: 'press_digit', name: 'press' },
        {
          type: 'transfer_call',
          name: 'to_reception',
          transfer_destination: { type: 'predefined', number: '+493012345678' },
          transfer_option: { type: 'warm_transfer' },
        },
        { type: 'book_appointment_cal', name: 'book', cal_api_key: secret, event_type_id: 60444 },
        {
          type: 'custom',
          name: 'find_slot',
          url: 'https://api.weber.test/slots',
          method: 'GET',
          timeout_ms: 120000,
          headers: { 'x-api-key': secret },
          speak_during_execution: true,
          parameters: {
            type: 'object',
            properties: { day: { type: 'string', description: 'Tag' } },
            required: ['day'],
          },
        },
      ],
    },
  ],
  numbers: {
    items: [
      {
        phone_number: '+12025557401',
        phone_number_type: 'custom',
        last_modification_timestamp: 1761000000000,
        nickname: 'Praxis',
        inbound_agents: [{ agent_id: 'agent_1', weight: 1 }],
        outbound_agents: [{ agent_id: 'agent_1', weight: 1 }],
        sip_outbound_trunk_config: { termination_uri: 'weber.pstn.test', auth_username: 'u', auth_password: secret },
      },
      { phone_number: '+12025557402', phone_number_type: 'retell-twilio', last_modification_timestamp: 1761000000000 },
    ],
  },
}

const autocallsAssistant = {
  ...{ id: 501, user_id: 9, uuid: '8b9c1d2e-1111-4222-8333-444455556666', status: 'active', name: 'Solar check' },
  ...{ type: 'outbound', mode: 'pipeline', voice_id: 88, language_id: 3, language: 'German', llm_model_id: 41 },
  ...{ multimodal_model_id: null, phone_number_id: 12, engine_id: null, synthesizer_id: 2, transcriber_id: null },
  ...{ instance_id: 1, timezone: 'Europe/Berlin', initial_message: 'Guten Tag {{name}}, hier ist Sonja.' },
  ...{ system_prompt: 'Du fragst nach Solaranlagen.', variables: { name: 'Kunde' }, post_call_evaluation: true },
  ...{
    fillers: 1,
    tools: [
      { type: 'end_call', data: { description: 'Am Ende' } },
      { type: 'calendar_integration', data: {} },
    ],
  },
  ...{ tool_ids: [71], post_call_schema: [{ name: 'interested', type: 'bool', description: 'Wants an offer' }] },
  ...{ is_webhook_active: true, webhook_url: 'https://hooks.solar.test/calls', inbound_webhook_url: null },
  ...{ max_duration: 600, record: true, max_silence_duration: 300, reengagement_interval: 30, deleted_at: null },
  ...{ end_call_on_voicemail: 1, llm_temperature: '0.30', voice_stability: '0.70', voice_similarity: '0.50' },
  ...{ speech_speed: '1.00', allow_interruptions: true, enable_noise_cancellation: true, endpoint_type: 'vad' },
  ...{ endpoint_sensitivity: 0.5, wait_for_customer: false, transcriber_provider_id: 1, synthesizer_provider_id: 1 },
  ...{ ambient_sound: 'off', send_webhook_only_on_completed: true, include_recording_in_webhook: true },
  ...{ interrupt_sensitivity: 0.5, filler_config: { neutral: ['Okay'], negative: [], positive: [], question: [] } },
  ...{
    knowledgebase_id: null,
    knowledgebase_mode: 'function_call',
    min_interrupt_words: 1,
    ambient_sound_volume: '0.50',
  },
  ...{ widget_settings: { enabled: false }, flows_platform_id: null, created_at: '2026-01-05T10:00:00.000000Z' },
}

export const autocallsExport = {
  assistants: {
    current_page: 1,
    data: [
      autocallsAssistant,
      {
        ...autocallsAssistant,
        id: 502,
        name: 'Hotline',
        type: 'inbound',
        mode: 'multimodal',
        tool_ids: [],
        tools: [],
        webhook_url: 'http://old.test',
      },
    ],
    last_page: 1,
  },
  tools: [
    {
      ...{
        id: 71,
        name: 'offer',
        description: 'Sends an offer',
        endpoint: 'https://api.solar.test/offers',
        method: 'POST',
      },
      ...{ timeout: 10, headers: [{ name: 'Authorization', value: secret }] },
      schema: [{ name: 'size', type: 'number', description: 'Size in square metres' }],
    },
  ],
  campaigns: [
    {
      ...{ id: 31, name: 'Spring', status: 'active', max_calls_in_parallel: 5, mark_complete_when_no_leads: true },
      ...{ allowed_hours_start_time: '09:00', allowed_hours_end_time: '18:00', allowed_days: ['monday', 'tuesday'] },
      ...{ max_retries: 3, retry_interval: 60, created_at: '2026-01-05T10:00:00.000000Z' },
    },
  ],
  leads: [
    { id: 1, phone_number: '+12025550131', variables: { name: 'Ada' }, status: 'created', campaign_id: 31 },
    {
      ...{
        id: 2,
        phone_number: '+12025550132',
        variables: [],
        status: 'rescheduled',
        campaign: { id: 31, name: 'Spring' },
      },
      secondary_contacts: [{ id: 5, phone_number: '+12025550133', variables: { name: 'Bob' }, status: 'created' }],
    },
    { id: 3, phone_number: '+12025550134', variables: {}, status: 'completed', campaign_id: 31 },
    { id: 4, phone_number: '+12025550135', variables: {}, status: 'blacklisted', campaign_id: 31 },
    { id: 6, phone_number: '+12025550136', variables: {}, status: 'created', campaign_id: 99 },
  ],
  numbers: {
    data: [{ id: 12, phone_number: '+493055501234', type: 'normal', country_code: 'DE', nickname: 'Berlin' }],
  },
}
