import { showConsoleWork } from '../../shared/operations/docs.ts'
import { asset } from '../../shared/runtime/asset.ts'

/** Loaded when a person first opens a form. */
export const handler = asset(showConsoleWork)
