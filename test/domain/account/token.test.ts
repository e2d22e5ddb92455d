import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashToken, readToken, writeToken } from '../../../shared/domain/account/token.ts'

const secret = new Uint8Array(32).fill(7)
const userIds = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 })

test('a token says whose it is and is found by its hash alone', () => {
  fc.assert(
    fc.property(userIds, secrets, (user_id, bytes) => {
      const token = writeToken(user_id, bytes)
      expect(token).toMatch(/^parlance_[\w-]{58}$/)
      expect(readToken(token)).toEqual({ user_id, hash: hashToken(token) })
    }),
  )
})

test('one wrong character anywhere is noticed without asking the store', () => {
  const token = writeToken(245_396_275_202_150, secret)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  for (let place = 0; place < token.length - 1; place++)
    for (const character of alphabet) {
      const mistyped = token.slice(0, place) + character + token.slice(place + 1)
      if (mistyped !== token) expect(readToken(mistyped)).toBeUndefined()
    }
})

test('two neighbouring characters swapped are noticed', () => {
  const token = writeToken(
    42,
    new Uint8Array(32).map((_, index) => index * 7),
  )
  for (let place = 8; place < token.length - 2; place++) {
    const swapped = token.slice(0, place) + token[place + 1] + token[place] + token.slice(place + 2)
    if (swapped !== token) expect(readToken(swapped)).toBeUndefined()
  }
})

test('a token of another spelling is another token: its hash is not known', () => {
  const token = writeToken(42, secret)
  for (const other of [`${token}=`, `${token}==`, `${token} `, `${token}\n`, `${token}.`]) {
    const read = readToken(other)
    if (read) expect(read.hash).not.toBe(hashToken(token))
  }
})

test.each(['', 'parlance_', 'pk_test_abc', 'PARLANCE_', 'null', 'a'.repeat(66), `parlance_${'A'.repeat(100_000)}`])(
  '%.20s is no token',
  (text) => {
    expect(readToken(text)).toBeUndefined()
  },
)

test('no text whatever makes the reader throw', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readToken(text)).toBeUndefined()
      expect(readToken(`parlance_${text}`)).toBeUndefined()
    }),
  )
})

test('a token takes exactly 32 random bytes', () => {
  expect(() => writeToken(1, new Uint8Array(31))).toThrow('32 random bytes')
})
