import { newKnowledgebase } from '../../shared/domain/knowledge/knowledge-form.ts'
import { knowledgebaseView } from '../../shared/domain/knowledge/knowledge-view.ts'
import { createKnowledgebase } from '../../shared/operations/knowledgebases.ts'
import { http } from '../../shared/runtime/http.ts'
import { Problem } from '../../shared/words/problem.ts'

export const handler = http(createKnowledgebase, async (request, { knowledgebases, clock }) => {
  const { user_id } = request
  const draft = await request.body()
  const now = clock.now()
  const id = await request.create(async (id) => {
    const outcome = await knowledgebases.create(newKnowledgebase(draft, { id, user_id }, now))
    if (outcome === 'too_many') throw new Problem('too_many_knowledgebases')
    return outcome === 'created'
  })
  const data = knowledgebaseView(newKnowledgebase(draft, { id, user_id }, now), [])
  return { message: 'Knowledgebase created successfully.', data }
})
