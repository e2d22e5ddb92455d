import type { Settings } from '../aws/settings.ts'

/**
 * Our public address: from configuration, never from a request, so that a forged Host header does
 * not matter.
 */
export const publicOrigin = (settings: Settings): string => settings.required('PUBLIC_URL').replace(/\/$/, '')

/** The public URL of a path below `/api`. */
export const publicUrl = (settings: Settings, path: string): string => `${publicOrigin(settings)}/api${path}`

/** The public URL of the conversations' socket. */
export const socketUrl = (settings: Settings): string =>
  settings.get('SOCKET_URL') ?? `${publicOrigin(settings).replace(/^http/, 'ws')}/conversations`
