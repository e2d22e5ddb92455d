/**
 * Epoch milliseconds. A service, never a global: a whole campaign must be able to run in virtual
 * time.
 */
export interface Clock {
  now(): number
  sleep(delayMs: number): Promise<void>
}

/** Numbers in [0, 1) and random bytes; seeded in tests. */
export interface Random {
  number(): number
  bytes(length: number): Uint8Array
}
