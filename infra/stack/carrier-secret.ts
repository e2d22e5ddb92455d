/** Fields of the carrier's secret, as its provider reads them. */
export const carrierFields = ['account_sid', 'auth_token'] as const
