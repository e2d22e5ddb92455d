/** Makes a new Idempotency-Key, also on a page that was not loaded by TLS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
