import type { BundleLine, Head, Manifest } from './bundle.ts'
import type { Linked, PersonalFacts } from './evidence.ts'
import type { EvidenceExport } from './evidence-export.ts'

interface Block {
  chain: number
  first: number
  prev: string
  links: { hash: string }[]
}

/** The lines of one block; what is gone from the table stands there with its hash alone. */
export const decisionLines = (
  { chain, first, prev, links }: Block,
  contents: readonly ({ record: Linked; facts?: PersonalFacts; erased_at?: number } | undefined)[],
): BundleLine[] =>
  links.map(({ hash }, place) => {
    const content = contents[place]
    return {
      part: 'decision',
      chain,
      seq: first + place,
      prev: links[place - 1]?.hash ?? prev,
      hash,
      record: content?.record ?? null,
      facts: content?.facts ?? null,
      ...(content?.erased_at !== undefined && { erased_at: content.erased_at }),
    }
  })

/** How far the chains go with this block. */
export const withBlock = (heads: readonly Head[], { chain, first, links }: Block): Head[] => [
  ...heads.filter((head) => head.chain !== chain),
  { chain, seq: first + links.length - 1, hash: links.at(-1)?.hash ?? '' },
]

export const manifestOf = (
  { user_id, id, decisions, unlinked, heads }: Omit<EvidenceExport, 'revision'>,
  made_at: number,
): Manifest => ({ part: 'manifest', format: 1, user_id, export_id: id, made_at, decisions, unlinked, heads })
