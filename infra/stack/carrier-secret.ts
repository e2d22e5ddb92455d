/** What the carrier's secret holds: the fields that its provider reads. */
export const carrierFields = ['account_sid', 'auth_token'] as const
