import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Linked, noHash } from '../../../shared/domain/evidence/evidence.ts'
import { bundleOf, check, type Decided, decisionsOf, headOf, signedBundle, signedHead, soon } from './bundles.ts'

const day = 24 * 60 * 60 * 1000
const chainOf = (count: number) => decisionsOf(0, count)
/** Makes an evidence bundle as the deployed product writes it. */
const bundle = (chain: Decided[], heads = [signedHead(chainOf(10))], made_at = soon) =>
  signedBundle([...heads, ...chain, ...headOf(chain)], made_at)

test('a chain that went on since its head was signed holds', () => {
  expect(check(bundle(chainOf(15)))).toMatchObject({ faults: [], signed: 1, decisions: 15 })
})

test('a head finds records cut off at the end, even if signed again', () => {
  for (let left = 1; left < 10; left++)
    expect(check(bundle(chainOf(left))).faults).toEqual([
      `Chain 0, records ${left + 1} to 10: they were dropped from its end; they were there at 2025-02-01T00:00:00.000000Z.`,
    ])
  expect(check(bundle([])).faults).toEqual([expect.stringContaining('records 1 to 10: they were dropped')])
})

test('a head finds a rewritten record, even with all later hashes', () => {
  for (let changed = 1; changed <= 10; changed++) {
    const other = (seq: number): Linked | undefined => {
      const { record } = chainOf(10)[seq - 1] ?? {}
      return seq === changed && record ? ({ ...record, reasons: ['another'] } as Linked) : undefined
    }
    const rewritten = decisionsOf(0, 15, other)
    expect(check(signedBundle([...rewritten, ...headOf(rewritten)])).faults).toEqual([])
    expect(check(bundle(rewritten)).faults).toEqual([
      expect.stringMatching(/^Chain 0, record 10 .*not what was signed/),
    ])
  }
})

test('a head from elsewhere replaces one that the bundle omits', () => {
  const cut = bundleOf(chainOf(6))
  expect(check(cut).faults).toEqual([])
  expect(check(cut, [signedHead(chainOf(10))]).faults).toEqual([expect.stringContaining('records 7 to 10')])
})

test('names a head with an unknown key, another user or a contradiction', () => {
  const foreign = generateKeyPairSync('ed25519').privateKey
  const chain = chainOf(10)
  expect(check(bundle(chain, [signedHead(chain, soon, {}, foreign)])).faults).toEqual([
    expect.stringContaining('its head was not signed with any of the keys'),
  ])
  expect(check(bundle(chain, [signedHead(chain, soon, { user_id: 8 })])).faults).toEqual([
    expect.stringContaining('heads of user 8'),
  ])
  const two = [signedHead(chain), signedHead(chain, soon, { hash: 'a'.repeat(64) })]
  expect(check(bundle(chain, two)).faults).toEqual([expect.stringContaining('two heads were signed that contradict')])
})

const restored = (gap: Partial<Linked> = {}) => {
  const kept = chainOf(6)
  const last = kept.at(-1)
  const record = {
    ...{
      format: 1,
      id: 5000,
      at: soon,
      chain: 0,
      decision: 'restored',
      lost_seq: 10,
      lost_hash: chainOf(10).at(-1)?.hash,
    },
    ...gap,
  } as Linked
  const on = decisionsOf(0, 4, (seq) => (seq === 11 ? record : undefined), { seq: 10, hash: last?.hash ?? '' })
  return [...kept, ...on.map((line) => (line.seq === 11 ? { ...line, facts: null } : line))]
}

test('a restore is said, with the gap, and is no fault', () => {
  const { faults, restores } = check(bundle(restored()))
  expect(faults).toEqual([])
  expect(restores).toEqual([
    expect.stringMatching(/^Chain 0, record 11 .*restored .*records 7 to 10 of chain 0 are lost/),
  ])
})

test('the same gap without its record is tampering, whatever stands in its place', () => {
  expect(check(bundle(chainOf(6))).faults).toEqual([expect.stringContaining('records 7 to 10')])
  const on = decisionsOf(0, 4, undefined, { seq: 6, hash: chainOf(6).at(-1)?.hash ?? '' }).map((line) => line)
  const other = decisionsOf(0, 10, (seq) => (seq > 6 ? { ...(on[0]?.record as Linked), id: seq } : undefined))
  expect(check(bundle(other)).faults).toContainEqual(expect.stringContaining('not what was signed'))
  const [withoutGap] = [restored().filter(({ seq }) => seq !== 11)]
  expect(check(bundle(withoutGap ?? [])).faults.length).toBeGreaterThan(0)
})

test('finds a gap’s record that hides more or less than a head', () => {
  expect(check(bundle(restored({ lost_hash: noHash } as Partial<Linked>))).faults).toContainEqual(
    expect.stringContaining('no signed head shows what was lost'),
  )
  expect(check(bundle(restored({ lost_seq: 9 } as Partial<Linked>))).faults).toContainEqual(
    expect.stringContaining('does not stand behind the gap'),
  )
  expect(check(signedBundle([...restored(), ...headOf(restored())])).faults).toContainEqual(
    expect.stringContaining('no signed head shows what was lost'),
  )
})

test('heads within a gap show what was lost; later heads hold', () => {
  const heads = [signedHead(chainOf(4)), signedHead(chainOf(8)), signedHead(chainOf(10)), signedHead(restored())]
  expect(check(bundle(restored(), heads))).toMatchObject({ faults: [], signed: 4 })
})

test('a chain that was lost as a whole goes on behind all of it', () => {
  const lost_hash = chainOf(10).at(-1)?.hash ?? ''
  const record: Linked = { format: 1, id: 1, at: soon, chain: 0, decision: 'restored', lost_seq: 10, lost_hash }
  const on = decisionsOf(0, 3, (seq) => (seq === 11 ? record : undefined), { seq: 10, hash: noHash })
  const lines = on.map((line) => (line.seq === 11 ? { ...line, facts: null } : line))
  expect(check(bundle(lines))).toMatchObject({ faults: [], restores: [expect.stringContaining('records 1 to 10')] })
})

const kept = 6 * 366 * day
const later = soon + 8 * 365 * day

test('accepts expired first records when a head shows their age', () => {
  const heads = [signedHead(chainOf(5), later - kept), signedHead(chainOf(10), later - kept + 30 * day)]
  expect(check(bundle(chainOf(15).slice(5), heads, later))).toMatchObject({ faults: [], anchored: 1 })
  const bare = chainOf(15).map((line) => (line.seq <= 5 ? { ...line, record: null, facts: null } : line))
  expect(check(bundle(bare, heads, later))).toMatchObject({ faults: [], expired: 5, anchored: 1 })
})

test('reports missing records that a head shows to be younger', () => {
  const heads = [signedHead(chainOf(5), later - kept), signedHead(chainOf(10), later - kept + 30 * day)]
  for (const dropped of [6, 8, 10])
    expect(check(bundle(chainOf(15).slice(dropped), heads, later)).faults).toEqual([
      `Chain 0, records 1 to ${dropped}: they were dropped, for not all are old enough to have expired.`,
    ])
  const bare = chainOf(15).map((line) => (line.seq <= 7 ? { ...line, record: null, facts: null } : line))
  expect(check(bundle(bare, heads, later)).faults).toEqual([expect.stringContaining('records up to 7')])
})

test('the rest of an old chain must follow its signed head', () => {
  const heads = [signedHead(chainOf(5), later - kept, { hash: 'b'.repeat(64) })]
  expect(check(bundle(chainOf(15).slice(5), heads, later)).faults).toEqual([
    expect.stringContaining('record 6: it does not follow what was signed'),
  ])
})

test('accepts a chain without records once all of it is old enough', () => {
  expect(check(bundle([], [signedHead(chainOf(10), later - kept)], later)).faults).toEqual([])
  expect(check(bundle([], [signedHead(chainOf(10), later - kept + 2 * day)], later)).faults).toHaveLength(1)
})

test('the heads decide how long the first records were kept', () => {
  const bundleIn = (days: number, today: number) => {
    const heads = [signedHead(chainOf(5), soon, { kept_days: days }), signedHead(chainOf(10), soon + 300 * day)]
    const lines = [...heads, ...chainOf(15).slice(5), ...headOf(chainOf(15))]
    return check(signedBundle(lines, soon + 500 * day, { kept_days: today }))
  }
  expect(bundleIn(366, 3660)).toMatchObject({ faults: [], anchored: 1 })
  expect(bundleIn(3660, 366).faults).toEqual([expect.stringContaining('records 1 to 5: they were dropped')])
})
