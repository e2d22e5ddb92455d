import { showConsole } from '../../shared/operations/docs.ts'
import { asset } from '../../shared/runtime/asset.ts'

/**
 * What people look at all day: a page that asks the same API as everyone, and loads nothing from
 * anywhere else but recordings.
 */
export const handler = asset(showConsole)
