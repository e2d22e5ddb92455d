import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { BundleLine, withLine } from '../../../shared/domain/evidence/bundle.ts'
import { factsHash, type Linked, linkHash, noHash } from '../../../shared/domain/evidence/evidence.ts'
import { type EvidenceKey, keyIdOf } from '../../../shared/domain/evidence/signature.ts'
import type { SignedHead } from '../../../shared/domain/evidence/signed-head.ts'
import { openCheck } from '../../../shared/domain/evidence/verify.ts'
import { canonical } from '../../../shared/words/canonical.ts'

export type Decided = Extract<BundleLine, { part: 'decision' }>

export const decisionsOf = (
  chain: number,
  count: number,
  decisive?: (seq: number) => Linked | undefined,
  behind: { seq: number; hash: string } = { seq: 0, hash: noHash },
): Decided[] => {
  let prev = behind.hash
  return Array.from({ length: count }, (_, index) => {
    const seq = behind.seq + index + 1
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

export const pair = generateKeyPairSync('ed25519')
const public_key = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
export const key: EvidenceKey = { key_id: keyIdOf(public_key), algorithm: 'Ed25519', public_key }

export const soon = Date.UTC(2025, 1, 1)

export const signatureOf = (statement: object, by: KeyObject = pair.privateKey) => ({
  key_id: key.key_id,
  signature: sign(null, Buffer.from(canonical(statement)), by).toString('base64'),
})

export const headOf = (chain: Decided[]): BundleLine[] => {
  const last = chain.at(-1)
  return last ? [{ part: 'head', chain: last.chain, seq: last.seq, hash: last.hash }] : []
}

export const signedHead = (chain: Decided[], at = soon, more: Partial<SignedHead> = {}, by?: KeyObject): SignedHead => {
  const last = chain.at(-1)
  if (!last) throw new Error('A chain without a link has no head')
  const statement = {
    ...{
      part: 'signed' as const,
      format: 1 as const,
      user_id: 7,
      chain: last.chain,
      seq: last.seq,
      hash: last.hash,
      at,
    },
    ...more,
  }
  return { ...statement, signature: signatureOf(statement, by) }
}

export const signedBundle = (lines: BundleLine[], made_at = soon, more: { kept_days?: number } = {}): BundleLine[] => {
  const manifest = {
    ...{ part: 'manifest' as const, format: 1 as const, user_id: 7, export_id: 1, made_at, unlinked: 0, key, ...more },
    decisions: lines.filter(({ part }) => part === 'decision').length,
    chains: lines.filter(({ part }) => part === 'head').length,
    lines_hash: lines.reduce(withLine, noHash),
  }
  return [...lines, { ...manifest, signature: signatureOf(manifest) }]
}

export const bundleOf = (...chains: Decided[][]): BundleLine[] =>
  signedBundle(chains.flatMap((chain) => [...chain, ...headOf(chain)]))

export const check = (lines: unknown[], heads: SignedHead[] = []) => {
  const checked = openCheck((text) => BundleLine.safeParse(JSON.parse(text)).data, [key])
  for (const head of heads) checked.head(head)
  for (const line of lines) checked.line(JSON.stringify(line))
  return checked.end()
}
