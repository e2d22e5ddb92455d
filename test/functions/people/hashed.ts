import { erasedOptOuts } from '../../../shared/data/opt-outs/erased-opt-outs.ts'
import type { TestUser, World } from '../../world.ts'

/**
 * As if the user had erased a person who had opted out: from now on each number is looked up by its
 * hash, too.
 */
export const hasErasedOptOuts = async ({ parts }: World, { id }: TestUser): Promise<void> => {
  await parts.table.write([{ put: { ...(await erasedOptOuts(parts).marker(id)) } }])
}
