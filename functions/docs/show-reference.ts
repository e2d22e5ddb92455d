import { showReference } from '../../shared/operations/docs.ts'
import { asset } from '../../shared/runtime/asset.ts'

/** What people read: the OpenAPI document in a viewer that loads nothing from anywhere else. */
export const handler = asset(showReference)
