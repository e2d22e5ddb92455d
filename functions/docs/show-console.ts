import { showConsole } from '../../shared/operations/docs.ts'
import { asset } from '../../shared/runtime/asset.ts'

export const handler = asset(showConsole)
