import * as z from 'zod'
import { timeOfId } from '../../words/id.ts'
import { isoTime } from '../../words/time.ts'
import { parameterTypes, type Tool, toolMethods } from './tool.ts'

export const ToolItem = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  endpoint: z.string(),
  method: z.enum(toolMethods),
  timeout: z.int(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  schema: z.array(
    z.object({ name: z.string(), type: z.enum(parameterTypes), description: z.string(), required: z.boolean() }),
  ),
  created_at: z.string(),
  updated_at: z.string(),
})

export const toolView = (tool: Tool): z.output<typeof ToolItem> => ({
  id: tool.id,
  name: tool.name,
  description: tool.description,
  endpoint: tool.endpoint,
  method: tool.method,
  timeout: tool.timeout_seconds,
  headers: tool.headers.map(({ name, mask }) => ({ name, value: mask })),
  schema: tool.parameters,
  created_at: isoTime(timeOfId(tool.id)),
  updated_at: isoTime(tool.updated_at),
})
