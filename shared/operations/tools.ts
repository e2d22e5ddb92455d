import * as z from 'zod'
import { ToolCallRef } from '../domain/calls/call-ref.ts'
import { toolMethods } from '../domain/tools/tool.ts'
import { ToolChanges, ToolDraft } from '../domain/tools/tool-form.ts'
import { ToolItem } from '../domain/tools/tool-view.ts'
import { optional, variables } from '../words/fields.ts'
import { form } from '../words/form.ts'
import { http, worker } from './define.ts'

const area = 'tools'
const Written = z.object({ message: z.string(), data: ToolItem })

export const listTools = http({
  id: 'list-tools',
  area,
  method: 'GET',
  path: '/user/tools',
  summary: 'List all tools, newest first',
  description: 'Their headers are masked.',
  returns: z.array(ToolItem),
  uses: ['tools.list'],
})

export const getTool = http({
  id: 'get-tool',
  area,
  method: 'GET',
  path: '/user/tools/{id}',
  summary: 'Get one tool',
  description: 'Its headers are masked; sending a mask back changes nothing.',
  missing: 'tool_not_found',
  returns: ToolItem,
  uses: ['tools.find'],
})

export const createTool = http({
  id: 'create-tool',
  area,
  method: 'POST',
  path: '/user/tools',
  summary: 'Create a tool for assistants',
  description:
    'A tool is a request to an endpoint of yours. Give it to an assistant with `tool_ids`. Its headers are stored encrypted and never shown again.',
  body: ToolDraft,
  // Full scope, because a tool decides where customers' words are sent.
  scope: 'all',
  status: 201,
  returns: Written,
  problems: ['too_many_tools'],
  uses: ['clock', 'stage', 'tools.create', 'vault.seal'],
})

export const updateTool = http({
  id: 'update-tool',
  area,
  method: 'PUT',
  path: '/user/tools/{id}',
  summary: 'Change some settings of a tool',
  description:
    'Only fields that are sent change; `headers` and `schema` are replaced as a whole. Running calls use the new settings at once.',
  body: ToolChanges,
  scope: 'all',
  missing: 'tool_not_found',
  returns: Written,
  uses: ['clock', 'random', 'stage', 'tools.find', 'tools.replace', 'tools.secret', 'vault.open', 'vault.seal'],
})

export const deleteTool = http({
  id: 'delete-tool',
  area,
  method: 'DELETE',
  path: '/user/tools/{id}',
  summary: 'Delete a tool for good',
  description:
    'The tool is removed from all assistants that use it. In a running call, the model is told that it is gone.',
  missing: 'tool_not_found',
  returns: z.object({ message: z.string() }),
  uses: ['assistants.change', 'assistants.list', 'clock', 'tools.remove'],
})

export const testTool = http({
  id: 'test-tool',
  area,
  method: 'POST',
  path: '/user/tools/{id}/test',
  // Full scope, because the request uses the tool's secrets.
  scope: 'all',
  summary: 'Run a tool with given arguments',
  description: 'Sends the request as in a call, signed, with `parlance-test: true`. It may take 20 seconds.',
  body: form({ arguments: optional(variables()), variables: optional(variables()) }),
  missing: 'tool_not_found',
  returns: z.object({
    message: z.string(),
    data: z.object({
      request: z.object({
        method: z.enum(toolMethods),
        url: z.string(),
        headers: z.array(z.object({ name: z.string(), value: z.string() })),
        body: z.string().nullable(),
      }),
      answer: z.object({
        status: z.enum(['success', 'failed']),
        http_status: z.int().nullable(),
        body: z.string(),
        error: z.string().nullable(),
        duration_ms: z.int(),
      }),
    }),
  }),
  timeoutSeconds: 28,
  uses: [
    'clock',
    'random',
    'toolClient.send',
    'tools.find',
    'tools.secret',
    'vault.open',
    'webhookSecrets.current',
    'webhookSecrets.give',
  ],
})

/** `uses` includes the services of each file in shared/actions/turns/built-ins/. */
export const runBuiltInTool = worker({
  id: 'carry-out-wish',
  reservedShare: 4,
  area,
  queue: 'carryOutWishQueue',
  broughtBy: 'each tool that a call’s model wants used, and may text or spend',
  userLimit: {
    by: 'another limit',
    limit: 'the live calls of the user, each of which carries out one tool call at a time',
  },
  message: ToolCallRef,
  batchMax: 1,
  timeoutSeconds: 60,
  uses: [
    'accounts.hold',
    'accounts.means',
    'advanceCallQueue.nudge',
    'assistants.find',
    'blacklist.add',
    'blacklist.has',
    'blacklist.refusesTexts',
    'calls.addLeg',
    'calls.details',
    'calls.find',
    'calls.noteOptOut',
    'calls.reportLeg',
    'campaigns.find',
    'carrier.sendMessage',
    'clock',
    'compactionStarter.start',
    'conversations.change',
    'conversations.connect',
    'conversations.find',
    'dialSlots.takeAhead',
    'dialling.read',
    'leads.change',
    'leads.find',
    'numbers.find',
    'numbers.list',
    'random',
    'settleSmsQueue.nudge',
    'sms.apply',
    'sms.isUsual',
    'sms.open',
    'sms.takeForCall',
    'sockets.send',
    'steerSessionQueue.nudge',
    'toolCalls.claim',
    'toolCalls.end',
    'toolCalls.find',
  ],
  failureHurts: 'what customers ask assistants for during a call is not done, and they are told so',
})
