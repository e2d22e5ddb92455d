import type { Knowledgebase } from '../knowledge/knowledgebase.ts'
import type { OfferedTool, ToolParameter } from './tool.ts'

export interface KnowledgeOffer extends OfferedTool {
  knowledgebase_id: number
  parameters: readonly ToolParameter[]
  timeout_seconds: number
}

export const knowledgeOffer = ({ id, name, description }: Knowledgebase): KnowledgeOffer => ({
  name: 'search_knowledge',
  knowledgebase_id: id,
  description: [
    `Searches the documents “${name}”${description ? ` (${description})` : ''}.`,
    'Use it before you answer a question that they may answer.',
  ].join(' '),
  parameters: [{ name: 'query', type: 'string', description: 'What is sought, in a few words', required: true }],
  timeout_seconds: 5,
})
