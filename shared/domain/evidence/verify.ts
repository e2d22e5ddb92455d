import { hashOf } from '../../words/canonical.ts'
import { isoTime } from '../../words/time.ts'
import { type BundleLine, type ChainHead, type Manifest, withLine } from './bundle.ts'
import { type GapRecord, type Linked, linkHash, noHash } from './evidence.ts'
import { type EvidenceKey, isSigned } from './signature.ts'
import { signedChains } from './signed-chains.ts'
import type { SignedHead } from './signed-head.ts'

export interface Findings {
  /** At most `faultsMax` sentences about changed, dropped, swapped or inserted records. */
  faults: string[]
  decisions: number
  chains: number
  unlinked: number
  erased: number
  /** Number of records deleted after their retention; their hashes remain. */
  expired: number
  restores: string[]
  signed: number
  /**
   * Number of chains that lack their first records. Signed heads prove that these records have
   * expired.
   */
  anchored: number
  /** False when no public keys were given. */
  isSignatureChecked: boolean
}

const faultsMax = 100

interface Walk {
  first: number
  before: string
  bare: number
  seq: number
  hash: string
  /** Link numbers that the file has skipped. A skipped link that still follows is out of order. */
  missing: Set<number>
}

type DecisionLine = Extract<BundleLine, { part: 'decision' }>

interface Check {
  findings: Findings
  walks: Map<number, Walk>
  signed: ReturnType<typeof signedChains>
  fault: (sentence: string) => void
}

/**
 * Checks an export line by line. Memory grows only with the number of chains. `keys` must not come
 * from the export itself.
 */
export const openCheck = (read: (text: string) => BundleLine | undefined, keys?: readonly EvidenceKey[]) => {
  const findings: Findings = {
    ...{
      faults: [],
      decisions: 0,
      chains: 0,
      unlinked: 0,
      erased: 0,
      expired: 0,
      restores: [],
      signed: 0,
      anchored: 0,
    },
    isSignatureChecked: keys !== undefined,
  }
  const walks = new Map<number, Walk>()
  const heads: ChainHead[] = []
  let lines_hash = noHash
  let manifest: Manifest | undefined
  let count = 0
  const fault = (sentence: string) => {
    if (findings.faults.length < faultsMax) findings.faults.push(sentence)
  }
  const signed = signedChains(keys, fault)

  const check: Check = { findings, walks, signed, fault }

  const checkManifest = ({ signature, ...manifest }: Manifest) => {
    if (findings.faults.length === 0 && manifest.lines_hash !== lines_hash)
      fault('The lines are not those that the manifest was made for.')
    if (keys && !isSigned(manifest, signature, keys))
      fault('The manifest was not signed with any of the keys: what it speaks for may have been written anew.')
  }

  return {
    head: (head: SignedHead) => signed.take(head),

    line: (text: string) => {
      count += 1
      const line = read(text)
      if (!line) return fault(`Line ${count} is no line of a bundle.`)
      if (manifest) return fault(`Line ${count} stands behind the manifest.`)
      if (line.part !== 'manifest') lines_hash = withLine(lines_hash, line)
      if (line.part === 'head') {
        heads.push(line)
        return
      }
      if (line.part === 'signed') return signed.take(line)
      if (line.part === 'decision') return checkDecision(check, line)
      if (line.part === 'manifest') {
        manifest = line
        return
      }
      findings.unlinked += 1
      const { record } = line
      checkFacts(check, record, line.facts, nameOf(record.chain, undefined, record))
    },

    end: (): Findings => {
      checkEnds(check, heads, manifest)
      if (manifest) checkManifest(manifest)
      return { ...findings, chains: walks.size }
    },
  }
}

const checkFacts = ({ fault }: Check, record: Linked, facts: DecisionLine['facts'], name: string) => {
  if (facts && !(record.decision !== 'restored' && record.facts_hash === hashOf(facts)))
    fault(`${name}: what it says of a person was changed.`)
}

const checkPlace = (check: Check, line: DecisionLine, name: string) => {
  const { walks, fault } = check
  const { record } = line
  const isBehindGap = record?.decision === 'restored' && record.lost_seq === line.seq - 1
  const walk = walks.get(line.chain)
  const bare = record ? 0 : line.seq
  if (!walk) {
    if (line.seq === 1 && line.prev !== noHash) fault(`${name}: it is the first of its chain, and names one before it.`)
    const first = isBehindGap && line.prev === noHash ? 1 : line.seq
    if (isBehindGap) tellGap(check, { ...record, chain: line.chain }, name, first === 1 ? 1 : undefined)
    walks.set(line.chain, { first, before: line.prev, bare, seq: line.seq, hash: line.hash, missing: new Set() })
    return
  }
  walk.bare = Math.max(walk.bare, bare)
  if (walk.missing.delete(line.seq)) return fault(`${name}: it was swapped with another, it stands too late.`)
  if (line.seq <= walk.seq) return fault(`${name}: it was inserted, there is a record with this number already.`)
  if (isBehindGap) tellGap(check, { ...record, chain: line.chain }, name, walk.seq + 1)
  else for (let seq = walk.seq + 1; seq < line.seq && walk.missing.size < faultsMax; seq++) walk.missing.add(seq)
  if ((isBehindGap || line.seq === walk.seq + 1) && line.prev !== walk.hash)
    fault(`${name}: it does not follow the record before it: one of the two was changed or inserted.`)
  walk.seq = line.seq
  walk.hash = line.hash
}

const tellGap = ({ findings, signed }: Check, record: GapRecord, name: string, first: number | undefined) => {
  const { chain, lost_seq, at } = record
  const lost = first === undefined ? `records up to ${lost_seq}` : `records ${first} to ${lost_seq}`
  findings.restores.push(`${name}: the table was restored before ${isoTime(at)}; ${lost} of chain ${chain} are lost.`)
  signed.checkGap(record, name)
}

const checkDecision = (check: Check, line: DecisionLine) => {
  const { findings, signed, fault } = check
  const { chain, seq, prev, hash, record, facts, erased_at } = line
  const name = nameOf(chain, seq, record)
  findings.decisions += 1
  if (!record) findings.expired += 1
  else {
    if (record.chain !== chain || linkHash(seq, prev, record) !== hash) fault(`${name}: the record was changed.`)
    checkFacts(check, record, facts, name)
    if (record.decision === 'restored' && record.lost_seq !== seq - 1)
      fault(`${name}: it says that the table was restored, and does not stand behind the gap.`)
    else if (record.decision === 'restored') checkFacts(check, record, facts, name)
    else if (!facts && erased_at !== undefined) findings.erased += 1
    else if (!facts) fault(`${name}: what it says of a person is missing, and it was not erased.`)
  }
  signed.checkLink(chain, seq, hash, name)
  checkPlace(check, line, name)
}

const checkEnds = ({ findings, walks, signed, fault }: Check, heads: ChainHead[], manifest: Manifest | undefined) => {
  for (const [chain, { missing }] of walks)
    for (const seq of missing) fault(`Chain ${chain}, record ${seq}: it was dropped.`)
  if (!manifest) fault('The manifest is missing: the bundle was cut off.')
  for (const { chain, seq, hash } of heads) {
    const walk = walks.get(chain)
    if ((walk?.seq ?? 0) < seq)
      fault(`Chain ${chain}, records ${(walk?.seq ?? 0) + 1} to ${seq}: they were dropped from its end.`)
    else if (walk?.hash !== hash) fault(`Chain ${chain}: its end is not the one that the manifest names.`)
  }
  const known = new Set(heads.map(({ chain }) => chain))
  for (const chain of walks.keys())
    if (manifest && !known.has(chain)) fault(`Chain ${chain}: it was inserted, its end is not told.`)
  if (manifest) findings.anchored = signed.checkEnds(walks, manifest)
  findings.signed = signed.count()
  if (manifest && manifest.chains !== heads.length)
    fault(`The manifest knows of ${manifest.chains} chains, and ${heads.length} of them are here.`)
  if (manifest && manifest.unlinked !== findings.unlinked)
    fault(`${manifest.unlinked} decisions were in no chain yet, and ${findings.unlinked} of them are here.`)
}

const nameOf = (chain: number, seq: number | undefined, record: Linked | null): string => {
  const place = seq === undefined ? `Chain ${chain}, not linked yet` : `Chain ${chain}, record ${seq}`
  if (!record) return place
  const call = 'call_id' in record && record.call_id !== undefined ? `, call ${record.call_id}` : ''
  return `${place} (${record.id}${call})`
}
