import { userKey } from './keys.ts'
import { type Write, when } from './table.ts'

const isOpen = when('attribute_exists(#pk) AND attribute_not_exists(#closed_at)')

/** Makes the transaction fail unless the user exists and is not being erased. */
export const ownerIsOpen = (user_id: number): Write => ({ check: userKey(user_id), when: isOpen })
