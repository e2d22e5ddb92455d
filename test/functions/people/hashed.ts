import { erasedOptOuts } from '../../../shared/data/opt-outs/erased-opt-outs.ts'
import type { TestUser, World } from '../../world.ts'

/** Stores that an opt-out was erased, so that numbers are also looked up by their hash. */
export const hasErasedOptOuts = async ({ parts }: World, { id }: TestUser): Promise<void> => {
  await parts.table.write([{ put: { ...(await erasedOptOuts(parts).marker(id)) } }])
}
