import type { AdminTools } from '../tools.ts'

/**
 * Continues each evidence chain whose signed head (end) in the bucket is newer than the restored
 * table. A repeated run changes nothing.
 */
export const reconcileChains = async ({
  users,
  evidence,
  evidenceHeads,
}: Pick<AdminTools, 'users' | 'evidence' | 'evidenceHeads'>) => {
  let went_on = 0
  for (const { id } of await users.list())
    for (let head = await evidenceHeads.next(id); head; head = await evidenceHeads.next(id, head.chain))
      if (await evidence.goOn(id, head.chain, evidenceHeads.newest)) went_on += 1
  return { went_on }
}
