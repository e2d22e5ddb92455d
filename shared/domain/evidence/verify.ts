import type { BundleLine, Manifest } from './bundle.ts'
import { hashOf, type Linked, linkHash, noHash } from './evidence.ts'

/** What a check of a bundle found. It holds when there are no faults; the rest is said, and is no fault. */
export interface Findings {
  /** A sentence for each record that was changed, dropped, swapped or inserted; at most `faultsMax` of them. */
  faults: string[]
  decisions: number
  chains: number
  /** In no chain yet when the bundle was made. */
  unlinked: number
  /** What they said of people was erased. */
  erased: number
  /** Older than decisions are kept: their hashes still stand in the chain. */
  expired: number
  /** Where a restored table went on, in words. */
  restores: string[]
}

const faultsMax = 100

interface Walk {
  /** The last link that was in its place. */
  seq: number
  hash: string
  /** Passed over so far; a link that comes late after all was swapped. */
  missing: Set<number>
}

type DecisionLine = Extract<BundleLine, { part: 'decision' }>

/** Checks a bundle line by line, in memory that does not grow with it. `line` takes a line's text, `end` says what was found. */
export const openCheck = (read: (text: string) => BundleLine | undefined) => {
  const findings: Findings = { faults: [], decisions: 0, chains: 0, unlinked: 0, erased: 0, expired: 0, restores: [] }
  const walks = new Map<number, Walk>()
  let manifest: Manifest | undefined
  let count = 0
  const fault = (sentence: string) => {
    if (findings.faults.length < faultsMax) findings.faults.push(sentence)
  }

  const checkFacts = (record: Linked, facts: DecisionLine['facts'], name: string) => {
    if (facts && !(record.decision !== 'restored' && record.facts_hash === hashOf(facts)))
      fault(`${name}: what it says of a person was changed.`)
  }

  /** Does it stand where its number says? */
  const checkPlace = (line: DecisionLine, name: string) => {
    const walk = walks.get(line.chain)
    if (!walk) {
      // Links before the first one have passed the time that they are kept.
      if (line.seq === 1 && line.prev !== noHash)
        fault(`${name}: it is the first of its chain, and names one before it.`)
      walks.set(line.chain, { seq: line.seq, hash: line.hash, missing: new Set() })
      return
    }
    if (walk.missing.delete(line.seq)) return fault(`${name}: it was swapped with another, it stands too late.`)
    if (line.seq <= walk.seq) return fault(`${name}: it was inserted, there is a record with this number already.`)
    for (let seq = walk.seq + 1; seq < line.seq && walk.missing.size < faultsMax; seq++) walk.missing.add(seq)
    if (line.seq === walk.seq + 1 && line.prev !== walk.hash)
      fault(`${name}: it does not follow the record before it: one of the two was changed or inserted.`)
    walk.seq = line.seq
    walk.hash = line.hash
  }

  const checkDecision = (line: DecisionLine) => {
    const { chain, seq, prev, hash, facts, erased_at } = line
    const { record } = line
    const name = nameOf(chain, seq, record)
    findings.decisions += 1
    if (!record) findings.expired += 1
    else {
      if (record.chain !== chain || linkHash(seq, prev, record) !== hash) fault(`${name}: the record was changed.`)
      checkFacts(record, facts, name)
      if (record.decision === 'restored')
        findings.restores.push(`${name}: the table was restored; the chain had come to record ${record.lost_seq}.`)
      else if (!facts && erased_at !== undefined) findings.erased += 1
      else if (!facts) fault(`${name}: what it says of a person is missing, and it was not erased.`)
    }
    checkPlace(line, name)
  }

  return {
    line: (text: string) => {
      count += 1
      const line = read(text)
      if (!line) return fault(`Line ${count} is no line of a bundle.`)
      if (manifest) return fault(`Line ${count} stands behind the manifest.`)
      if (line.part === 'decision') return checkDecision(line)
      if (line.part === 'manifest') {
        manifest = line
        return
      }
      findings.unlinked += 1
      const { record } = line
      checkFacts(record, line.facts, nameOf(record.chain, undefined, record))
    },

    end: (): Findings => {
      for (const [chain, { missing }] of walks)
        for (const seq of missing) fault(`Chain ${chain}, record ${seq}: it was dropped.`)
      if (!manifest) fault('The manifest is missing: the bundle was cut off.')
      for (const { chain, seq, hash } of manifest?.heads ?? []) {
        const walk = walks.get(chain)
        if ((walk?.seq ?? 0) < seq)
          fault(`Chain ${chain}, records ${(walk?.seq ?? 0) + 1} to ${seq}: they were dropped from its end.`)
        else if (walk?.hash !== hash) fault(`Chain ${chain}: its end is not the one that the manifest names.`)
      }
      const known = new Set(manifest?.heads.map(({ chain }) => chain))
      for (const chain of walks.keys())
        if (manifest && !known.has(chain)) fault(`Chain ${chain}: it was inserted, the manifest does not name it.`)
      if (manifest && manifest.unlinked !== findings.unlinked)
        fault(`${manifest.unlinked} decisions were in no chain yet, and ${findings.unlinked} of them are here.`)
      return { ...findings, chains: walks.size }
    },
  }
}

const nameOf = (chain: number, seq: number | undefined, record: Linked | null): string => {
  const place = seq === undefined ? `Chain ${chain}, not linked yet` : `Chain ${chain}, record ${seq}`
  if (!record) return place
  const call = 'call_id' in record && record.call_id !== undefined ? `, call ${record.call_id}` : ''
  return `${place} (${record.id}${call})`
}
