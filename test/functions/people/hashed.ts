import { erasedOptOuts } from '../../../shared/data/opt-outs/erased-opt-outs.ts'
import type { TestUser, World } from '../../world.ts'

/** Marks that the user has an erased opt-out, so that numbers are also looked up by hash. */
export const hasErasedOptOuts = async ({ parts }: World, { id }: TestUser): Promise<void> => {
  await parts.table.write([{ put: { ...(await erasedOptOuts(parts).marker(id)) } }])
}
