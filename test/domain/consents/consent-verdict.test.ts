import { describe, expect, test } from 'vitest'
import {
  type Consent,
  type ConsentStanding,
  grantsMax,
  standingAfter,
} from '../../../shared/domain/consents/consent.ts'
import { termsOf, withdrawal } from '../../../shared/domain/consents/consent-form.ts'
import { type ConsentWant, consentVerdict } from '../../../shared/domain/consents/consent-verdict.ts'
import { idAt } from '../../../shared/words/id.ts'

const at = Date.UTC(2026, 0, 1)
let ids = 0
const granted = (own: Partial<Consent> = {}): Consent => ({
  ...{ id: idAt(at, 0) + ++ids, user_id: 1, phone_number: '+12025550100', status: 'granted', recorded_by: 'api' },
  ...termsOf({ kind: 'express_written', covers_artificial_voice: true }, at),
  ...own,
})
const standingOf = (...records: Consent[]) =>
  records.reduce<ConsentStanding | undefined>((standing, record) => standingAfter(standing, record), undefined)
const judged = (standing: ConsentStanding | null | undefined, want: ConsentWant, purpose: string | null = null) => {
  const verdict = consentVerdict(standing, { want, purpose }, at + 1000)
  return verdict.allowed ? 'allowed' : verdict.reason
}

test('needs no consent if none is wanted, and refuses an unknown one', () => {
  expect(judged(undefined, 'none')).toBe('allowed')
  for (const want of ['express', 'express_written'] as const) {
    expect(judged(undefined, want)).toBe('unknown')
    expect(judged(null, want)).toBe('missing')
  }
})

test.each<[Partial<Consent>, ConsentWant, string]>([
  [{}, 'express_written', 'allowed'],
  [{}, 'express', 'allowed'],
  [{ kind: 'express' }, 'express', 'allowed'],
  [{ kind: 'express' }, 'express_written', 'unwritten'],
  [{ kind: 'inquiry' }, 'express', 'kind'],
  [{ kind: 'contract' }, 'express_written', 'unwritten'],
  [{ covers_artificial_voice: false }, 'express', 'voice'],
  [{ channels: ['sms'] }, 'express', 'channel'],
  [{ expires_at: at + 1000 }, 'express', 'expired'],
  [{ expires_at: at + 1001 }, 'express', 'allowed'],
  [{ purpose: 'offers' }, 'express', 'purpose'],
])('a consent with %j to a campaign that wants %s: %s', (own, want, verdict) => {
  expect(judged(standingOf(granted(own)) ?? null, want)).toBe(verdict)
})

describe('of several', () => {
  test('the consent given last decides, in any order of recording', () => {
    const older = granted({ given_at: at - 2000 })
    const newer = granted({ given_at: at - 1000, covers_artificial_voice: false })
    expect(judged(standingOf(older, newer), 'express')).toBe('voice')
    expect(judged(standingOf(newer, older), 'express')).toBe('voice')
  })

  test('a withdrawal ends all earlier consents, also those recorded later', () => {
    const [one, other] = [granted({ given_at: at - 9 }), granted({ given_at: at - 8, purpose: 'offers' })]
    const withdrawn = withdrawal(one, idAt(at, 0), undefined)
    for (const order of [
      [one, other, withdrawn],
      [withdrawn, other, one],
    ] as const) {
      expect(judged(standingOf(...order), 'express')).toBe('withdrawn')
      expect(judged(standingOf(...order), 'express', 'offers')).toBe('withdrawn')
    }
    expect(judged(standingOf(one, withdrawn, granted({ given_at: at + 1 })), 'express')).toBe('allowed')
    expect(judged(standingOf(withdrawn), 'express')).toBe('withdrawn')
  })

  test('each purpose has its own, and one without a purpose counts for all', () => {
    const standing = standingOf(granted({ purpose: 'offers' }), granted({ purpose: 'service', kind: 'inquiry' }))
    expect(judged(standing, 'express', 'offers')).toBe('allowed')
    expect(judged(standing, 'express', 'service')).toBe('kind')
    expect(judged(standing, 'express', 'polls')).toBe('purpose')
    expect(judged(standingOf(granted()), 'express', 'polls')).toBe('allowed')
  })

  test('remembers a limited number of purposes; a forgotten one is no consent', () => {
    const many = Array.from({ length: grantsMax + 1 }, (_, index) =>
      granted({ purpose: `p${index}`, given_at: at - 100 + index }),
    )
    const standing = standingOf(...many)
    expect(standing?.grants).toHaveLength(grantsMax)
    expect(judged(standing, 'express', 'p0')).toBe('purpose')
    expect(judged(standing, 'express', 'p1')).toBe('allowed')
  })
})
