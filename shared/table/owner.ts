import { userKey } from './keys.ts'
import { type Write, when } from './table.ts'

/** Condition on a user's record: the user exists and is not being erased. */
const isOpen = when('attribute_exists(#pk) AND attribute_not_exists(#closed_at)')

/** Makes a transaction fail unless the user exists and is not being erased. */
export const ownerIsOpen = (user_id: number): Write => ({ check: userKey(user_id), when: isOpen })
