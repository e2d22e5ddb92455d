import { expect, test } from 'vitest'
import { BundleLine } from '../../../shared/domain/evidence/bundle.ts'
import { factsHash, type Linked, linkHash, noHash } from '../../../shared/domain/evidence/evidence.ts'
import { openCheck } from '../../../shared/domain/evidence/verify.ts'

type Decided = Extract<BundleLine, { part: 'decision' }>

const decisionsOf = (chain: number, count: number, decisive?: (seq: number) => Linked | undefined): Decided[] => {
  let prev = noHash
  return Array.from({ length: count }, (_, place) => {
    const seq = place + 1
    const facts = { salt: `salt ${chain} ${seq}`, phone_number: `+1202555${String(seq).padStart(4, '0')}` }
    const id = chain * 1000 + seq
    const record: Linked = decisive?.(seq) ?? {
      ...{ format: 1, id, at: 1000 + seq, chain, decision: 'dial', call_id: id, reasons: [] },
      facts_hash: factsHash(facts),
    }
    const hash = linkHash(seq, prev, record)
    const line: Decided = { part: 'decision', chain, seq, prev, hash, record, facts }
    prev = hash
    return line
  })
}

const bundleOf = (...chains: Decided[][]): BundleLine[] => [
  ...chains.flat(),
  {
    ...{ part: 'manifest', format: 1, user_id: 7, export_id: 1, made_at: 5000, unlinked: 0 },
    decisions: chains.flat().length,
    heads: chains.map((chain) => ({
      chain: chain[0]?.chain ?? 0,
      seq: chain.at(-1)?.seq ?? 0,
      hash: chain.at(-1)?.hash ?? '',
    })),
  },
]

const check = (lines: unknown[]) => {
  const checked = openCheck((text) => BundleLine.safeParse(JSON.parse(text)).data)
  for (const line of lines) checked.line(JSON.stringify(line))
  return checked.end()
}
const sound = () => bundleOf(decisionsOf(0, 20), decisionsOf(44, 10))
const at = (lines: BundleLine[], place: number): Decided => {
  const line = lines[place]
  if (line?.part !== 'decision') throw new Error('That is no decision')
  return line
}

test('a sound bundle has no faults', () => {
  expect(check(sound())).toMatchObject({ faults: [], decisions: 30, chains: 2 })
})

test('whichever member of whichever record is changed, the record is named', () => {
  for (let place = 0; place < 30; place++)
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

test('erased facts are said, and are no fault; facts that are missing otherwise are one', () => {
  const lines = sound()
  const line = at(lines, 4)
  expect(check(lines.with(4, { ...line, facts: null, erased_at: 9 }))).toMatchObject({ faults: [], erased: 1 })
  expect(check(lines.with(4, { ...line, facts: null })).faults).toHaveLength(1)
})

test('whichever record is dropped is named, also the last one of a chain', () => {
  for (let place = 0; place < 30; place++) {
    const lines = sound()
    const { chain, seq } = at(lines, place)
    const { faults } = check(lines.toSpliced(place, 1))
    const isFirst = seq === 1
    const isLast = (chain === 0 && seq === 20) || (chain === 44 && seq === 10)
    if (isLast)
      expect(faults).toEqual([expect.stringContaining(`records ${seq} to ${seq}: they were dropped from its end`)])
    else if (!isFirst) expect(faults).toEqual([`Chain ${chain}, record ${seq}: it was dropped.`])
    else expect(faults).toHaveLength(0)
  }
})

test('two that were swapped are named', () => {
  const lines = sound()
  const { faults } = check(lines.with(4, at(lines, 5)).with(5, at(lines, 4)))
  expect(faults).toEqual([expect.stringMatching(/^Chain 0, record 5 .*swapped/)])
})

test('one that was inserted is named, whether it comes twice or has the place of another', () => {
  const lines = sound()
  expect(check(lines.toSpliced(5, 0, at(lines, 4))).faults).toEqual([
    expect.stringMatching(/^Chain 0, record 5 .*inserted/),
  ])
  const record = { ...at(lines, 4).record, call_id: 99 } as Linked
  const made = { ...at(lines, 4), record, hash: linkHash(5, at(lines, 4).prev, record) }
  expect(check(lines.with(4, made)).faults).toEqual([expect.stringMatching(/^Chain 0, record 6 .*does not follow/)])
})

test('a chain whose hashes were all made anew does not end where the manifest says', () => {
  const { faults } = check([...decisionsOf(0, 20, () => undefined).slice(0, 19), ...sound().slice(19)])
  expect(faults).toEqual([])
  const other = decisionsOf(0, 20, (seq) =>
    seq === 3 ? { format: 1, id: 3, at: 1, chain: 0, decision: 'restored', lost_seq: 2, lost_hash: noHash } : undefined,
  )
  expect(check([...other, ...sound().slice(20)]).faults).toContain(
    'Chain 0: its end is not the one that the manifest names.',
  )
})

test('a whole chain that was dropped or inserted is named, and a bundle that was cut off', () => {
  const lines = sound()
  expect(check(lines.slice(20)).faults).toEqual(['Chain 0, records 1 to 20: they were dropped from its end.'])
  expect(check([...decisionsOf(9, 2), ...lines]).faults).toEqual([
    'Chain 9: it was inserted, the manifest does not name it.',
  ])
  expect(check(lines.slice(0, -1)).faults).toEqual(['The manifest is missing: the bundle was cut off.'])
})

test('a restore is said, and is no fault', () => {
  const gap = (seq: number): Linked | undefined =>
    seq === 3 ? { format: 1, id: 3, at: 1, chain: 0, decision: 'restored', lost_seq: 8, lost_hash: noHash } : undefined
  const lines = bundleOf(decisionsOf(0, 5, gap).map((line) => (line.seq === 3 ? { ...line, facts: null } : line)))
  expect(check(lines)).toMatchObject({ faults: [], restores: [expect.stringContaining('record 8')] })
})

test('what is past its time is said, and its hash still holds the chain together', () => {
  const lines = sound()
  expect(check(lines.with(4, { ...at(lines, 4), record: null, facts: null }))).toMatchObject({ faults: [], expired: 1 })
})
