import { getOpenApi } from '../../shared/operations/docs.ts'
import { asset } from '../../shared/runtime/asset.ts'

/** The document for programs: generated from the catalogue, with examples from real functions. */
export const handler = asset(getOpenApi)
