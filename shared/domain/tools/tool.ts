export const toolMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type ToolMethod = (typeof toolMethods)[number]

export const parameterTypes = ['string', 'number', 'boolean'] as const

/** A parameter that the model fills in. */
export interface ToolParameter {
  name: string
  type: (typeof parameterTypes)[number]
  description: string
  required: boolean
}

/**
 * A tool as a model sees it. Ending the call is always offered, and has its own description of its
 * parameter.
 */
export interface OfferedTool {
  name: string
  description: string
  parameters?: readonly ToolParameter[]
}

/** A request to an endpoint of the user's, which the model may call for in a talk. */
export interface Tool {
  id: number
  user_id: number
  /** Lower-case letters and underscores. */
  name: string
  /** When and how to use it, for the model. */
  description: string
  /** `{parameter}` stands for what the model says, `{{variable}}` for what the call knows. */
  endpoint: string
  method: ToolMethod
  timeout_seconds: number
  /** Their values are sealed, in an item of their own; a mask shows that there is one. */
  headers: { name: string; mask: string }[]
  parameters: ToolParameter[]
  /** Epoch milliseconds; its id says when it was created. */
  updated_at: number
  revision: number
}

export const toolsMax = 100
export const toolParametersMax = 20
export const toolHeadersMax = 20
export const timeoutSecondsMax = 30
export const timeoutSecondsUsual = 10

/**
 * Mask of a secret: that there is one, and the end of a long one. No header can have such a value.
 */
export const maskOf = (value: string): string => `••••••••${value.length >= 16 ? value.slice(-4) : ''}`
export const isMask = (value: string): boolean => value.includes('•')
