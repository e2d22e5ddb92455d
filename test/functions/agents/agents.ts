import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client'
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { World } from '../../world.ts'

const about = { name: 'test', version: '1' }

export interface AgentAnswer {
  isError?: boolean
  content: { type: string; text?: string }[]
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  structuredContent?: any
}

export interface Agent {
  version: string | undefined
  instructions: string | undefined
  tools(): Promise<{ name: string; annotations?: object | undefined; inputSchema: object }[]>
  use(name: string, given?: Record<string, unknown>): Promise<AgentAnswer>
  close(): Promise<void>
}

type Connect = (world: World, token: string, query?: string, path?: string) => Promise<Agent>

const addressOf = (world: World, query: string, path = '/mcp') => new URL(`${world.url}${path}${query}`)
const initFor = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } })

const through =
  (mode: VersionNegotiationMode): Connect =>
  async (world, token, query = '', path) => {
    const client = new Client(about, { versionNegotiation: { mode } })
    await client.connect(new StreamableHTTPClientTransport(addressOf(world, query, path), initFor(token)))
    return {
      version: client.getNegotiatedProtocolVersion(),
      instructions: client.getInstructions(),
      tools: async () => (await client.listTools()).tools,
      use: async (name, given = {}) => (await client.callTool({ name, arguments: given })) as AgentAnswer,
      close: () => client.close(),
    }
  }

const former: Connect = async (world, token, query = '', path) => {
  const client = new FormerClient(about)
  const transport = new FormerTransport(addressOf(world, query, path), initFor(token))
  const failed: Error[] = []
  transport.onerror = (error) => failed.push(error)
  await client.connect(transport as Parameters<typeof client.connect>[0])
  if (failed[0]) throw failed[0]
  return {
    version: transport.protocolVersion,
    instructions: client.getInstructions(),
    tools: async () => (await client.listTools()).tools,
    use: async (name, given = {}) => (await client.callTool({ name, arguments: given })) as AgentAnswer,
    close: () => client.close(),
  }
}

export const eras: [version: string, connect: Connect][] = [
  ['2026-07-28', through('auto')],
  ['2025-11-25', former],
]

/** MCP clients that use the tools of a call, by protocol version. */
export const callEras = eras.map(([version, connect]): [string, (world: World, key: string) => Promise<Agent>] => [
  version,
  (world, key) => connect(world, key, '', '/realtime/tools'),
])
