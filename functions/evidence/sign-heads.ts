import type { UnsignedHead } from '../../shared/domain/evidence/signed-head.ts'
import { signHeads } from '../../shared/operations/evidence.ts'
import { schedule } from '../../shared/runtime/schedule.ts'
import type { Dependencies } from '../../shared/services.ts'

type Services = Dependencies<(typeof signHeads)['uses'][number]>

const atOnce = 10

/**
 * Signs the end (head) of each hash chain that has grown. After a crash, the next run signs again.
 * A failing chain does not block others.
 */
export const handler = schedule(signHeads, async (services, log) => {
  const { unsignedHeads, clock } = services
  let signed = 0
  const left: UnsignedHead[] = []
  for (let moved = await unsignedHeads.page(); moved.length > 0; moved = await unsignedHeads.page(moved.at(-1)))
    for (let start = 0; start < moved.length; start += atOnce)
      await Promise.all(
        moved.slice(start, start + atOnce).map(async (each) => {
          try {
            await sign(each, services)
            signed += 1
          } catch (cause) {
            left.push(each)
            log.error('a chain head was not signed', { user_id: each.user_id, chain: each.chain, cause })
          }
        }),
      )
  if (signed + left.length === 0) return
  const unsigned_since = Math.min(clock.now(), ...left.map(({ moved_at }) => moved_at))
  const unsigned_seconds = Math.round((clock.now() - unsigned_since) / 1000)
  log.info('heads signed', { signed, left: left.length, unsigned_seconds })
  if (left.length > 0) throw new Error(`${left.length} heads could not be signed`)
})

const sign = async (moved: UnsignedHead, services: Services): Promise<void> => {
  const { evidence, evidenceHeads, evidenceKeys, evidenceSigner, unsignedHeads, clock } = services
  const { user_id, chain } = moved
  const head = await evidence.head(user_id, chain)
  // A user who was erased has no head.
  if (head) {
    const at = clock.now()
    await evidenceKeys.keep(await evidenceSigner.key(), at)
    const statement = {
      part: 'signed' as const,
      format: 1 as const,
      user_id,
      ...head,
      at,
      kept_days: evidence.keptDays(),
    }
    await evidenceHeads.keep({ ...statement, signature: await evidenceSigner.sign(statement) })
  }
  await unsignedHeads.signed(moved)
}
