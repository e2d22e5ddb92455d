import { isObject } from '../../words/form.ts'
import type { Assistant } from '../assistants/assistant.ts'
import type { OfferedTool, ToolParameter } from '../tools/tool.ts'
import { endCallTool } from './script.ts'

/** Returns the tool that ends a call, for realtime models, which call tools over MCP. */

export const endCall = (assistant: Assistant): OfferedTool => ({ ...endCallTool(assistant), parameters: [lastWords] })

const lastWords: ToolParameter = {
  name: 'say',
  type: 'string',
  description:
    'The last words to the customer before the call ends, in their language. They are spoken for you; leave them out if you have just said goodbye.',
  required: false,
}
const lastWordsMax = 500

export const lastWordsOf = (given: unknown): string => {
  const { say } = isObject(given) ? given : {}
  return typeof say === 'string' ? say.trim().slice(0, lastWordsMax).toWellFormed() : ''
}

export const shownTool = ({ name, description, parameters = [] }: OfferedTool) => ({
  name,
  title: name.replaceAll('_', ' '),
  description,
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, type, description }) => [name, { type, description }])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  },
  annotations: {},
})
