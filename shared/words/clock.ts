/** Times are epoch milliseconds. Tests use virtual time. */
export interface Clock {
  now(): number
  sleep(delayMs: number): Promise<void>
}

/** `number` returns a value in [0, 1). Tests use a seed. */
export interface Random {
  number(): number
  bytes(length: number): Uint8Array
}
