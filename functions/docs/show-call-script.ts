import { showCallScript } from '../../shared/operations/docs.ts'
import { asset } from '../../shared/runtime/asset.ts'

/** The script with which the widget makes calls through the carrier. */
export const handler = asset(showCallScript)
