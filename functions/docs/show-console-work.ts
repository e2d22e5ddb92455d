import { showConsoleWork } from '../../shared/operations/docs.ts'
import { asset } from '../../shared/runtime/asset.ts'

/** The console loads this script when a person first opens a form. It is no page by itself. */
export const handler = asset(showConsoleWork)
