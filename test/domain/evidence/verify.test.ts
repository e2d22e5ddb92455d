import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { BundleLine } from '../../../shared/domain/evidence/bundle.ts'
import { type Linked, linkHash, noHash } from '../../../shared/domain/evidence/evidence.ts'
import { bundleOf, check, type Decided, decisionsOf, headOf, signatureOf, signedBundle } from './bundles.ts'

const sound = () => bundleOf(decisionsOf(0, 20), decisionsOf(44, 10))
const decided = (lines: BundleLine[]) => lines.flatMap((line, index) => (line.part === 'decision' ? [index] : []))
const at = (lines: BundleLine[], place: number): Decided => {
  const line = lines[place]
  if (line?.part !== 'decision') throw new Error('That is no decision')
  return line
}

test('a sound bundle has no faults', () => {
  expect(check(sound())).toMatchObject({ faults: [], decisions: 30, chains: 2 })
})

test('whichever member of whichever record is changed, the record is named', () => {
  for (const place of decided(sound()))
    for (const change of [{ at: 1 }, { decision: 'refused' }, { call_id: 5_000_000 }, { added: true }]) {
      const lines = sound()
      const line = at(lines, place)
      const changed = { ...line, record: { ...line.record, ...change } }
      const { faults } = check(lines.with(place, changed as Decided))
      expect(faults[0]).toMatch(new RegExp(`^Chain ${line.chain}, record ${line.seq} .*the record was changed`))
    }
})

test('changed facts about a person are named', () => {
  const lines = sound()
  const line = at(lines, 4)
  const facts = { salt: line.facts?.salt ?? '', phone_number: '+12025559999' }
  expect(check(lines.with(4, { ...line, facts })).faults).toEqual([
    expect.stringMatching(/^Chain 0, record 5 .*says of a person was changed/),
  ])
})

test('reports erased facts without a fault, and missing ones with a fault', () => {
  const lines = sound()
  const line = at(lines, 4)
  expect(check(lines.with(4, { ...line, facts: null, erased_at: 9 }))).toMatchObject({ faults: [], erased: 1 })
  expect(check(lines.with(4, { ...line, facts: null })).faults).toHaveLength(1)
})

test('names a dropped record, also a chain’s first and last', () => {
  for (const place of decided(sound())) {
    const lines = sound()
    const { chain, seq } = at(lines, place)
    const { faults } = check(lines.toSpliced(place, 1))
    const isLast = (chain === 0 && seq === 20) || (chain === 44 && seq === 10)
    const dropped = isLast ? `records ${seq} to ${seq}: they were dropped` : `record ${seq}: it was dropped.`
    expect(faults).toEqual([
      expect.stringContaining(seq === 1 ? `Chain ${chain}, records 1 to 1: they were dropped` : dropped),
    ])
  }
})

test('two that were swapped are named', () => {
  const lines = sound()
  const { faults } = check(lines.with(4, at(lines, 5)).with(5, at(lines, 4)))
  expect(faults).toEqual([expect.stringMatching(/^Chain 0, record 5 .*swapped/)])
})

test('names an inserted record, doubled or in another’s place', () => {
  const lines = sound()
  expect(check(lines.toSpliced(5, 0, at(lines, 4))).faults).toEqual([
    expect.stringMatching(/^Chain 0, record 5 .*inserted/),
  ])
  const record = { ...at(lines, 4).record, call_id: 99 } as Linked
  const made = { ...at(lines, 4), record, hash: linkHash(5, at(lines, 4).prev, record) }
  expect(check(lines.with(4, made)).faults).toEqual([expect.stringMatching(/^Chain 0, record 6 .*does not follow/)])
})

test('finds a chain with new hashes by its reported end', () => {
  const other = decisionsOf(0, 20, (seq) =>
    seq === 3 ? { format: 1, id: 3, at: 1, chain: 0, decision: 'restored', lost_seq: 2, lost_hash: noHash } : undefined,
  )
  expect(check([...other, ...sound().slice(20)]).faults).toContain(
    'Chain 0: its end is not the one that the manifest names.',
  )
})

test('finds a wholly rewritten bundle by its signature', () => {
  const other = generateKeyPairSync('ed25519')
  const lines = bundleOf(decisionsOf(0, 5)).slice(0, -1)
  const manifest = signedBundle(lines).at(-1)
  if (manifest?.part !== 'manifest') throw new Error('The manifest is the last line')
  const { signature: _signature, ...said } = manifest
  const foreign = { ...manifest, signature: signatureOf(said, other.privateKey) }
  const notSigned = [expect.stringContaining('The manifest was not signed with any of the keys')]
  expect(check([...lines, foreign]).faults).toEqual(notSigned)
  expect(check([...lines, { ...manifest, made_at: manifest.made_at + 1 }]).faults).toEqual(notSigned)
  expect(check([...lines, manifest]).faults).toEqual([])
})

test('finds a changed or omitted decision without a chain by the manifest', () => {
  const record: Linked = { ...{ format: 1, id: 5, at: 1, chain: 0, decision: 'dial', reasons: [] }, facts_hash: 'a' }
  const lines: BundleLine[] = [{ part: 'unlinked', record, facts: null }]
  const manifest = { ...signedBundle(lines).at(-1), unlinked: 1 }
  const { faults } = check([{ ...lines[0], record: { ...record, at: 2 } }, manifest])
  expect(faults).toContain('The lines are not those that the manifest was made for.')
})

test('names a dropped or inserted chain, and a shortened bundle', () => {
  const lines = sound()
  expect(check(lines.slice(20)).faults).toEqual(['Chain 0, records 1 to 20: they were dropped from its end.'])
  expect(check(lines.slice(21)).faults).toEqual(['The manifest knows of 2 chains, and 1 of them are here.'])
  expect(check([...decisionsOf(9, 2), ...lines]).faults).toEqual(['Chain 9: it was inserted, its end is not told.'])
  expect(check(lines.slice(0, -1)).faults).toEqual(['The manifest is missing: the bundle was cut off.'])
})

test('accepts expired facts by their hash, and reports younger ones as dropped', () => {
  const chains = [...decisionsOf(0, 20), ...headOf(decisionsOf(0, 20))]
  const bare = chains.with(0, { ...at(chains, 0), record: null, facts: null })
  const later = Date.UTC(2032, 0, 1)
  expect(check(signedBundle(bare, later))).toMatchObject({ faults: [], expired: 1 })
  expect(check(signedBundle(chains.slice(3), later))).toMatchObject({ faults: [] })
  expect(check(signedBundle(bare)).faults).toEqual([
    expect.stringContaining('records up to 1: they were dropped and their hashes kept'),
  ])
  expect(check(signedBundle(chains.slice(3))).faults).toEqual([
    expect.stringContaining('records 1 to 3: they were dropped'),
  ])
})
