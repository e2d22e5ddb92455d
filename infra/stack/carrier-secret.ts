export const carrierFields = ['account_sid', 'auth_token'] as const

/** Fields for web calls. */
export const webFields = ['api_key_sid', 'api_key_secret', 'application_sid'] as const
