import { showConsole } from '../../shared/operations/docs.ts'
import { asset } from '../../shared/runtime/asset.ts'

/** The page for people: it uses the public API, and loads nothing from elsewhere but recordings. */
export const handler = asset(showConsole)
