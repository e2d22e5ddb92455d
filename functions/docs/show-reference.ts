import { showReference } from '../../shared/operations/docs.ts'
import { asset } from '../../shared/runtime/asset.ts'

/** Loads nothing from elsewhere. */
export const handler = asset(showReference)
