import { type BundleLine, withLine } from '../../shared/domain/evidence/bundle.ts'
import { decisionLines, headOf, manifestOf } from '../../shared/domain/evidence/bundle-lines.ts'
import { bundleFileKey, type EvidenceExport } from '../../shared/domain/evidence/evidence-export.ts'
import { writeEvidence } from '../../shared/operations/evidence.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Dependencies } from '../../shared/services.ts'

type Services = Dependencies<(typeof writeEvidence)['uses'][number]>

/** Decisions per file; each has about 1.5 KB. */
const fileDecisionsMax = 2_000
const keysAtOnce = 90

/**
 * Writes the next file of the export, then stores its progress. After a crash, the file is written
 * again.
 */
export const handler = worker(writeEvidence, async (ref, services, log) => {
  const { evidenceExports, recordings, writeEvidenceQueue, clock } = services
  const before = await evidenceExports.find(ref)
  if (before?.status !== 'waiting') return
  const { text, after } = await nextFile(before, services)
  await recordings.keep(bundleFileKey(before, after.files), new TextEncoder().encode(text))
  if (!(await evidenceExports.advance(before, after, clock.now()))) return
  if (after.status !== 'done') return writeEvidenceQueue.nudge(ref)
  log.info('evidence exported', { ...ref, decisions: after.decisions, files: after.files })
})

type Made = Omit<EvidenceExport, 'revision'>

const nextFile = async (before: EvidenceExport, services: Services): Promise<{ text: string; after: Made }> => {
  const { evidence } = services
  const { user_id } = before
  // Unlinked decisions are read before the chains, so a decision that is linked meanwhile appears
  // twice rather than never.
  const lines = before.files === 0 ? await waitingLines(user_id, services) : []
  const waiting = before.files === 0 ? lines.length : before.unlinked
  let after: Made = { ...before, unlinked: waiting, files: before.files + 1 }
  // Signed heads are read before the chains, so that every chain is at least as long as its signed
  // head.
  if (before.files === 0 || before.heads_after !== undefined) {
    const { heads, next } = await services.evidenceHeads.page(user_id, before.heads_after)
    lines.push(...heads)
    after = { ...after, heads_after: next }
    if (next !== undefined) return written(lines, after)
  }
  const endChain = () => {
    if (!after.head) return
    lines.push({ part: 'head', ...after.head })
    after = { ...after, head: undefined, chains: after.chains + 1 }
  }
  for (let count = 0; count < fileDecisionsMax; ) {
    const blocks = await evidence.blocks(user_id, after.after)
    if (blocks.length === 0) {
      endChain()
      return withManifest(lines, after, services)
    }
    for (const block of blocks) {
      if (after.head && after.head.chain !== block.chain) endChain()
      const keys = block.links.map(({ key }) => key)
      lines.push(...decisionLines(block, await evidence.contents(user_id, keys)))
      after = { ...after, after: block.place, decisions: after.decisions + keys.length, head: headOf(block) }
      count += keys.length
    }
  }
  return written(lines, after)
}

const written = (lines: readonly BundleLine[], made: Made): { text: string; after: Made } => ({
  text: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  after: { ...made, lines_hash: lines.reduce(withLine, made.lines_hash) },
})

const withManifest = async (lines: readonly BundleLine[], made: Made, services: Services) => {
  const { evidence, evidenceKeys, evidenceSigner, clock } = services
  const now = clock.now()
  const { text, after } = written(lines, { ...made, status: 'done', finished_at: now })
  const key = await evidenceSigner.key()
  await evidenceKeys.keep(key, now)
  const manifest = manifestOf(after, key, evidence.keptDays(), now)
  const line: BundleLine = { ...manifest, signature: await evidenceSigner.sign(manifest) }
  return { text: `${text}${JSON.stringify(line)}\n`, after }
}

const waitingLines = async (user_id: number, { evidence }: Services): Promise<BundleLine[]> => {
  const keys = await evidence.unlinked(user_id)
  const lines: BundleLine[] = []
  for (let start = 0; start < keys.length; start += keysAtOnce)
    for (const content of await evidence.contents(user_id, keys.slice(start, start + keysAtOnce)))
      if (content) lines.push({ part: 'unlinked', record: content.record, facts: content.facts ?? null })
  return lines
}
