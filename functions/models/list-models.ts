import { models } from '../../shared/domain/reference/models.ts'
import { listModels } from '../../shared/operations/models.ts'
import { http } from '../../shared/runtime/http.ts'

/** The whole catalogue; a name from it is what `llm_model` takes. */
export const handler = http(listModels, async () => [...models])
