import type { OpenLine } from './line.ts'
import { waitsByVolume } from './waits.ts'

interface Call {
  on(event: 'accept' | 'cancel' | 'disconnect' | 'error' | 'reject', listener: () => void): void
  on(event: 'volume', listener: (input: number, output: number) => void): void
  mute(isMuted: boolean): void
  disconnect(): void
}

interface Device {
  connect(): Promise<Call>
  destroy(): void
}

interface Sdk {
  Device: new (token: string, options: { closeProtection: boolean }) => Device
}

/** The served file has the carrier's SDK before this script. */
const openLine: OpenLine = async ({ token }, listener) => {
  const sdk: Sdk = Object(globalThis).Twilio
  const device = new sdk.Device(token, { closeProtection: false })
  const call = await device.connect()
  let isOver = false
  const finish = (isFailure: boolean) => {
    if (isOver) return
    isOver = true
    device.destroy()
    listener.over(isFailure)
  }
  if (listener.waited) {
    const hear = waitsByVolume((waitedMs) => listener.waited?.(waitedMs))
    call.on('volume', (input, output) => hear({ input, output, at: performance.now() }))
  }
  call.on('accept', () => listener.joined())
  call.on('disconnect', () => finish(false))
  call.on('cancel', () => finish(true))
  call.on('reject', () => finish(true))
  call.on('error', () => finish(true))
  // The carrier ends a call at once when its page says that it leaves.
  addEventListener('pagehide', () => call.disconnect(), { once: true })
  return { mute: (isMuted) => call.mute(isMuted), hangUp: () => call.disconnect() }
}

Object.assign(globalThis, { parlanceLine: openLine })
