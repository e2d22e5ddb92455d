import type { Tool } from '../../domain/tools/tool.ts'
import type { ToolAnswer } from '../../domain/tools/tool-answer.ts'
import {
  type Arguments,
  originOf,
  requestOf,
  type ToolRequest,
  type ToolSending,
} from '../../domain/tools/tool-request.ts'
import { newWebhookSecret } from '../../domain/webhooks/webhook-secret.ts'
import type { Dependencies } from '../../services.ts'

export type SendingParts = Dependencies<
  'clock' | 'random' | 'toolClient.send' | 'tools.secret' | 'vault.open' | 'webhookSecrets.ensure'
>

interface Sending extends Omit<ToolSending, 'secrets'> {
  tool: Tool
  args: Arguments
  variables: Record<string, unknown>
}

/** Returns the name that binds encrypted header values to one tool and origin. */
export const sealedFor = ({ user_id, id, endpoint }: Pick<Tool, 'user_id' | 'id' | 'endpoint'>): string =>
  `tool ${user_id}-${id} ${originOf(endpoint)}`

export const openHeaders = async (
  { tools, vault }: Pick<SendingParts, 'tools' | 'vault'>,
  tool: Tool,
): Promise<string[]> => {
  const sealed = tool.headers.length > 0 ? await tools.secret(tool.user_id, tool.id) : undefined
  return sealed === undefined ? [] : JSON.parse(await vault.open(sealed, sealedFor(tool)))
}

export const sendTool = async (
  parts: SendingParts,
  { tool, args, variables, ...how }: Sending,
): Promise<{ request: ToolRequest; answer: ToolAnswer }> => {
  const { webhookSecrets, toolClient, clock, random } = parts
  const [values, secrets] = await Promise.all([
    openHeaders(parts, tool),
    webhookSecrets.ensure(tool.user_id, newWebhookSecret(random), clock.now()),
  ])
  const request = requestOf(tool, values, args, variables)
  return { request, answer: await toolClient.send(request, { ...how, secrets }) }
}
