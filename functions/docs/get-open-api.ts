import { getOpenApi } from '../../shared/operations/docs.ts'
import { asset } from '../../shared/runtime/asset.ts'

/** What programs read: generated from the catalogue, with examples that real functions gave. */
export const handler = asset(getOpenApi)
