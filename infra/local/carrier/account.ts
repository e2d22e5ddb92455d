/** The token may be public, because only this machine accepts it. */
export const doubleAccount = { accountSid: 'AC00000000000000000000000000000000', authToken: 'local-carrier-token' }

export const doubleWebAccount = {
  apiKeySid: 'SK00000000000000000000000000000000',
  apiKeySecret: 'local-key-secret',
  applicationSid: 'AP00000000000000000000000000000000',
}

export const doubleWebSettings = {
  CARRIER_API_KEY_SID: doubleWebAccount.apiKeySid,
  CARRIER_API_KEY_SECRET: doubleWebAccount.apiKeySecret,
  CARRIER_APPLICATION_SID: doubleWebAccount.applicationSid,
}
