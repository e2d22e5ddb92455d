import { showWidgetDemo } from '../../shared/operations/docs.ts'
import { asset } from '../../shared/runtime/asset.ts'

/** A page of our own that shows a widget, to try it. */
export const handler = asset(showWidgetDemo)
