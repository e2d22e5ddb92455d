import type { BundleLine } from '../../shared/domain/evidence/bundle.ts'
import { decisionLines, manifestOf, withBlock } from '../../shared/domain/evidence/bundle-lines.ts'
import { bundleFileKey, type EvidenceExport } from '../../shared/domain/evidence/evidence-export.ts'
import { writeEvidence } from '../../shared/operations/evidence.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Supplied } from '../../shared/services.ts'

type Services = Supplied<(typeof writeEvidence)['uses'][number]>

/** Decisions of one file; with a kilobyte and a half each it stays small. */
const fileDecisionsMax = 2_000
const keysAtOnce = 90

/**
 * Writes the next file of a bundle, then records it. Killed in between, the same file is written again; of two workers one advances, and
 * the next message begins behind what it recorded.
 */
export const handler = worker(writeEvidence, async (ref, services, log) => {
  const { evidenceExports, recordings, writeEvidenceQueue, clock } = services
  const before = await evidenceExports.find(ref)
  if (!before || before.status === 'done') return
  const { lines, after } = await nextFile(before, services)
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  await recordings.keep(bundleFileKey(before, after.files), new TextEncoder().encode(text))
  if (!(await evidenceExports.advance(before, after, clock.now()))) return
  if (after.status !== 'done') return writeEvidenceQueue.nudge(ref)
  log.info('evidence exported', { ...ref, decisions: after.decisions, files: after.files })
})

const nextFile = async (
  before: EvidenceExport,
  services: Services,
): Promise<{ lines: BundleLine[]; after: Omit<EvidenceExport, 'revision'> }> => {
  const { evidence, clock } = services
  const { user_id } = before
  // Before the first look at a chain: what is linked in between stands in both places, and never in neither.
  const lines = before.files === 0 ? await waitingLines(user_id, services) : []
  const waiting = before.files === 0 ? lines.length : before.unlinked
  let after: Omit<EvidenceExport, 'revision'> = { ...before, unlinked: waiting, files: before.files + 1 }
  for (let count = 0; count < fileDecisionsMax; ) {
    const blocks = await evidence.blocks(user_id, after.after)
    if (blocks.length === 0) {
      const now = clock.now()
      const done = { ...after, status: 'done' as const, finished_at: now }
      return { lines: [...lines, manifestOf(done, now)], after: done }
    }
    for (const block of blocks) {
      const keys = block.links.map(({ key }) => key)
      lines.push(...decisionLines(block, await evidence.contents(user_id, keys)))
      const heads = withBlock(after.heads, block)
      after = { ...after, after: block.place, decisions: after.decisions + keys.length, heads }
      count += keys.length
    }
  }
  return { lines, after }
}

/** What waits for its chain. */
const waitingLines = async (user_id: number, { evidence }: Services): Promise<BundleLine[]> => {
  const keys = await evidence.unlinked(user_id)
  const lines: BundleLine[] = []
  for (let start = 0; start < keys.length; start += keysAtOnce)
    for (const content of await evidence.contents(user_id, keys.slice(start, start + keysAtOnce)))
      if (content) lines.push({ part: 'unlinked', record: content.record, facts: content.facts ?? null })
  return lines
}
