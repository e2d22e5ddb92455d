/** Fields of the carrier's secret, as its provider reads them. */
export const carrierFields = ['account_sid', 'auth_token'] as const

/** Further fields, for web calls: an API key, and the application that these calls go to. */
export const webFields = ['api_key_sid', 'api_key_secret', 'application_sid'] as const
