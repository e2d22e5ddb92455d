import { showReference } from '../../shared/operations/docs.ts'
import { asset } from '../../shared/runtime/asset.ts'

/** The reference for people: the OpenAPI document in a viewer that loads nothing from elsewhere. */
export const handler = asset(showReference)
