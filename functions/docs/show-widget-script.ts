import { showWidgetScript } from '../../shared/operations/docs.ts'
import { asset } from '../../shared/runtime/asset.ts'

export const handler = asset(showWidgetScript)
