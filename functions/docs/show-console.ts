import { showConsole } from '../../shared/operations/docs.ts'
import { asset } from '../../shared/runtime/asset.ts'

/** The console uses the public API. It loads nothing from elsewhere but recordings. */
export const handler = asset(showConsole)
