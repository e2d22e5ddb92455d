/** Epoch milliseconds. A service, so that campaigns can run in virtual time. */
export interface Clock {
  now(): number
  sleep(delayMs: number): Promise<void>
}

/** Numbers in [0, 1) and random bytes; seeded in tests. */
export interface Random {
  number(): number
  bytes(length: number): Uint8Array
}
