import type { Settings } from '../aws/settings.ts'

/** Returns the origin from the configuration, so that a forged Host header has no effect. */
export const publicOrigin = (settings: Settings): string => settings.required('PUBLIC_URL').replace(/\/$/, '')

export const publicUrl = (settings: Settings, path: string): string => `${publicOrigin(settings)}/api${path}`

export const socketUrl = (settings: Settings): string =>
  settings.get('SOCKET_URL') ?? `${publicOrigin(settings).replace(/^http/, 'ws')}/conversations`
