import type { Scope } from '../account/scope.ts'

/** An operation as agents are offered it: a request of the API that a model can make. */
export interface AgentTool {
  /** The operation's id. */
  name: string
  title: string
  description: string
  /**
   * JSON Schema of all that the request takes: the id in the path, the query and the body side by
   * side.
   */
  inputSchema: Record<string, unknown>
  annotations: Annotations
  area: string
  scope: Scope
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** The names that go into the query. */
  query: readonly string[]
}

/** Hints by which an assistant or editor decides what to confirm with its user. */
interface Annotations {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** The tool as a client reads it. */
export const shown = ({ name, title, description, inputSchema, annotations }: AgentTool) => ({
  name,
  title,
  description,
  inputSchema,
  annotations,
})

/**
 * Areas of the tools that are offered without `?areas=`: models choose well among about 50 tools.
 */
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

/** The tools of these areas, or of the usual areas, in the catalogue's order. */
export const toolsIn = (all: readonly AgentTool[], areas: readonly string[]): AgentTool[] => {
  const wanted = areas.length ? areas : usualAreas
  return all.filter(({ area }) => wanted.includes(area))
}
