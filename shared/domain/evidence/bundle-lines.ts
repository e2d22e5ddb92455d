import type { BundleLine, ChainHead, Manifest } from './bundle.ts'
import type { Linked, PersonalFacts } from './evidence.ts'
import type { EvidenceExport } from './evidence-export.ts'
import type { EvidenceKey } from './signature.ts'

interface Block {
  chain: number
  first: number
  prev: string
  links: { hash: string }[]
}

export const decisionLines = (
  { chain, first, prev, links }: Block,
  contents: readonly ({ record: Linked; facts?: PersonalFacts; erased_at?: number } | undefined)[],
): BundleLine[] =>
  links.map(({ hash }, index) => {
    const content = contents[index]
    return {
      part: 'decision',
      chain,
      seq: first + index,
      prev: links[index - 1]?.hash ?? prev,
      hash,
      record: content?.record ?? null,
      facts: content?.facts ?? null,
      ...(content?.erased_at !== undefined && { erased_at: content.erased_at }),
    }
  })

export const headOf = ({ chain, first, links }: Block): ChainHead => ({
  chain,
  seq: first + links.length - 1,
  hash: links.at(-1)?.hash ?? '',
})

export const manifestOf = (
  made: Omit<EvidenceExport, 'revision'>,
  key: EvidenceKey,
  kept_days: number,
  made_at: number,
): Omit<Manifest, 'signature'> => {
  const { user_id, id, decisions, unlinked, chains, lines_hash } = made
  const counts = { decisions, unlinked, chains }
  return { part: 'manifest', format: 1, user_id, export_id: id, made_at, ...counts, kept_days, lines_hash, key }
}
