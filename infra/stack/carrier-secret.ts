/** Fields of the carrier's secret. */
export const carrierFields = ['account_sid', 'auth_token'] as const

/** Fields for web calls: an API key and an application. */
export const webFields = ['api_key_sid', 'api_key_secret', 'application_sid'] as const
