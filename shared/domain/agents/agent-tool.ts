import type { Scope } from '../account/scope.ts'

/** An operation as agents are offered it: a request of the API that a model can make. */
export interface AgentTool {
  /** The operation's id. */
  name: string
  title: string
  description: string
  /** JSON Schema of all that the request takes: the id in the path, the query and the body side by side. */
  inputSchema: Record<string, unknown>
  annotations: Annotations
  area: string
  scope: Scope
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** The names that go into the query. */
  query: readonly string[]
}

/** What an assistant or editor asks its person before it does. */
interface Annotations {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** What a client is shown of a tool. */
export const shown = ({ name, title, description, inputSchema, annotations }: AgentTool) => ({
  name,
  title,
  description,
  inputSchema,
  annotations,
})

/** As many as models choose well among; a client that wants the others names their areas. */
const shownMax = 50

/** The tools of these areas; without areas all, or as many of them as can be shown, in the catalogue's order. */
export const toolsIn = (all: readonly AgentTool[], areas: readonly string[]): AgentTool[] =>
  areas.length ? all.filter(({ area }) => areas.includes(area)) : all.slice(0, shownMax)
