export const toolMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type ToolMethod = (typeof toolMethods)[number]

export const parameterTypes = ['string', 'number', 'boolean'] as const

/** A parameter that the model fills. */
export interface ToolParameter {
  name: string
  type: (typeof parameterTypes)[number]
  description: string
  required: boolean
}

/** A tool for a model. The one that ends the call describes its own parameter. */
export interface OfferedTool {
  name: string
  description: string
  parameters?: readonly ToolParameter[]
}

/** A request to the user's endpoint that the model may call. */
export interface Tool {
  id: number
  user_id: number
  /** Lower-case letters and underscores. */
  name: string
  /** When and how to use it. */
  description: string
  /** `{parameter}` is the model's, `{{variable}}` the call's. */
  endpoint: string
  method: ToolMethod
  timeout_seconds: number
  /** Values are encrypted in an item of their own. */
  headers: { name: string; mask: string }[]
  parameters: ToolParameter[]
  /** Epoch milliseconds; the id has the creation time. */
  updated_at: number
  revision: number
}

export const toolsMax = 100
export const toolParametersMax = 20
export const toolHeadersMax = 20
export const timeoutSecondsMax = 30
export const timeoutSecondsUsual = 10

/** Mask of a secret, with the end of a long one. No header can have such a value. */
export const maskOf = (value: string): string => `••••••••${value.length >= 16 ? value.slice(-4) : ''}`
export const isMask = (value: string): boolean => value.includes('•')
