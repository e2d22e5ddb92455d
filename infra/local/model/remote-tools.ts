import * as z from 'zod'
import type { Schema } from './answers.ts'

/**
 * Tools of an MCP server. Requests imitate OpenAI's MCP client: protocol version 2024-11-05, event
 * streams only, and request id 1 in every request.
 */
export interface RemoteTools {
  offered: { name: string; parameters: Schema }[]
  call(name: string, input: unknown): Promise<string>
}

interface Server {
  server_url: string
  authorization?: string | undefined
}

const Result = z.object({ result: z.record(z.string(), z.unknown()) })
const Tools = z.object({ tools: z.array(z.object({ name: z.string(), inputSchema: z.custom<Schema>() })) })
const Called = z.object({ content: z.array(z.object({ text: z.string() })) })

export const importTools = async (server: Server, send: typeof fetch): Promise<RemoteTools> => {
  const ask = async (method: string, params: object): Promise<unknown> => {
    const answer = await send(server.server_url, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'user-agent': 'openai-mcp/1.0.0',
        authorization: `Bearer ${server.authorization}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      redirect: 'error',
    })
    const [, data] = /^event: message\ndata: (.*)\n\n$/.exec(await answer.text()) ?? []
    if (!answer.ok || data === undefined) throw new Error(`The server of tools answered ${answer.status}`)
    return Result.parse(JSON.parse(data)).result
  }
  await ask('initialize', {
    protocolVersion: '2024-11-05',
    capabilities: {},
    clientInfo: { name: 'openai', version: '1' },
  })
  const { tools } = Tools.parse(await ask('tools/list', {}))
  return {
    offered: tools.map(({ name, inputSchema }) => ({ name, parameters: inputSchema })),
    call: async (name, input) =>
      Called.parse(await ask('tools/call', { name, arguments: input }))
        .content.map(({ text }) => text)
        .join(' '),
  }
}
