import { showWidgetScript } from '../../shared/operations/docs.ts'
import { asset } from '../../shared/runtime/asset.ts'

/** The script that shows the widget on pages of others. */
export const handler = asset(showWidgetScript)
