export const carrierFields = ['account_sid', 'auth_token'] as const

/** Error for refused credentials. Credentials of another region are refused, too. */
export const refusedAt = (address: string): string =>
  `The carrier refuses ${carrierFields.join(' and ')} at ${address}. Each region has its own auth token: copy that of this region from its console.`

export const webFields = ['api_key_sid', 'api_key_secret', 'application_sid'] as const
