/**
 * The account of the carrier double: everybody may know it, because it opens nothing but this
 * machine.
 */
export const doubleAccount = { accountSid: 'AC00000000000000000000000000000000', authToken: 'local-carrier-token' }
