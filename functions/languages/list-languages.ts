import { languages } from '../../shared/domain/reference/languages.ts'
import { listLanguages } from '../../shared/operations/languages.ts'
import { http } from '../../shared/runtime/http.ts'

/** The whole catalogue; a name from it is what `language` takes. */
export const handler = http(listLanguages, async () => [...languages])
