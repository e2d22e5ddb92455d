import { languages } from '../../shared/domain/reference/languages.ts'
import { listLanguages } from '../../shared/operations/languages.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(listLanguages, async () => [...languages])
