export const toolMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type ToolMethod = (typeof toolMethods)[number]

export const parameterTypes = ['string', 'number', 'boolean'] as const

export interface ToolParameter {
  name: string
  type: (typeof parameterTypes)[number]
  description: string
  required: boolean
}

export interface OfferedTool {
  name: string
  description: string
  parameters?: readonly ToolParameter[]
}

export interface Tool {
  id: number
  user_id: number
  name: string
  description: string
  /** The model fills `{parameter}`, the call's variables fill `{{variable}}`. */
  endpoint: string
  method: ToolMethod
  timeout_seconds: number
  /** Values are encrypted in an item of their own. */
  headers: { name: string; mask: string }[]
  parameters: ToolParameter[]
  updated_at: number
  revision: number
}

export const toolsMax = 100
export const toolParametersMax = 20
export const toolHeadersMax = 20
export const timeoutSecondsMax = 30
export const timeoutSecondsUsual = 10

/** Hides a secret and shows the end of a long one. No real header value contains this sign. */
export const maskOf = (value: string): string => `••••••••${value.length >= 16 ? value.slice(-4) : ''}`
export const isMask = (value: string): boolean => value.includes('•')
