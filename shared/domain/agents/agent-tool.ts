import type { Scope } from '../account/scope.ts'

export interface AgentTool {
  name: string
  title: string
  description: string
  /** JSON Schema of path, query and body members together. */
  inputSchema: Record<string, unknown>
  annotations: Annotations
  area: string
  scope: Scope
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query: readonly string[]
}

/** MCP hints: clients decide by them what the user must confirm. */
interface Annotations {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

export const shown = ({ name, title, description, inputSchema, annotations }: AgentTool) => ({
  name,
  title,
  description,
  inputSchema,
  annotations,
})

/** Areas whose tools are offered without `?areas=`. Models choose well among about 50 tools. */
const usualAreas: readonly string[] = [
  'calls',
  'leads',
  'campaigns',
  'sms',
  'account',
  'blacklist',
  'assistants',
  'tools',
  'numbers',
  'voices',
  'models',
  'languages',
]

export const toolsIn = (all: readonly AgentTool[], areas: readonly string[]): AgentTool[] => {
  const wanted = areas.length ? areas : usualAreas
  return all.filter(({ area }) => wanted.includes(area))
}
