import { expect, test } from 'vitest'
import { uuidFrom } from '../../shared/words/uuid.ts'

test.each([
  [0x00, '00000000-0000-4000-8000-000000000000'],
  [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  [0x5a, '5a5a5a5a-5a5a-4a5a-9a5a-5a5a5a5a5a5a'],
])('16 bytes %i carry version and variant', (byte, uuid) => {
  expect(uuidFrom(new Uint8Array(16).fill(byte))).toBe(uuid)
})
