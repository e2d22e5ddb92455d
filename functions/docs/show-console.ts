import { showConsole } from '../../shared/operations/docs.ts'
import { asset } from '../../shared/runtime/asset.ts'

/** Uses the public API, and loads nothing from elsewhere but recordings. */
export const handler = asset(showConsole)
