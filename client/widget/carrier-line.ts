import type { LineEnd, OpenLine } from './line.ts'
import { waitsByVolume } from './waits.ts'

interface Call {
  on(event: 'accept' | 'cancel' | 'disconnect' | 'reject', listener: () => void): void
  on(event: 'error', listener: (error: { code: number }) => void): void
  on(event: 'volume', listener: (input: number, output: number) => void): void
  mute(isMuted: boolean): void
  disconnect(): void
}

interface Device {
  on(event: 'error', listener: () => void): void
  connect(): Promise<Call>
  destroy(): void
}

interface Sdk {
  Device: new (token: string, options: { closeProtection: boolean; maxCallSignalingTimeoutMs: number }) => Device
}

/** Error codes of the carrier's SDK for a refused and a missing microphone. */
const withoutSound = [31401, 31402]
/** Maximum milliseconds for the SDK to reconnect over another network. */
const reconnectMs = 10_000

/** The served file contains the carrier's SDK in front of this script. */
const openLine: OpenLine = async ({ token }, listener) => {
  const sdk: Sdk = Object(globalThis).Twilio
  const device = new sdk.Device(token, { closeProtection: false, maxCallSignalingTimeoutMs: reconnectMs })
  // The SDK throws if an error has no listener.
  device.on('error', () => {})
  const call = await device.connect()
  let isOver = false
  const finish = (end: LineEnd) => {
    if (isOver) return
    isOver = true
    device.destroy()
    listener.over(end)
  }
  if (listener.waited) {
    const hear = waitsByVolume((waitedMs) => listener.waited?.(waitedMs))
    call.on('volume', (input, output) => hear({ input, output, at: performance.now() }))
  }
  call.on('accept', () => listener.joined())
  call.on('disconnect', () => finish('ended'))
  call.on('cancel', () => finish('failed'))
  call.on('reject', () => finish('failed'))
  call.on('error', ({ code }) => finish(withoutSound.includes(code) ? 'no microphone' : 'failed'))
  // Tells the carrier that the page is left, so that the carrier ends the call at once.
  addEventListener('pagehide', () => call.disconnect(), { once: true })
  return { mute: (isMuted) => call.mute(isMuted), hangUp: () => call.disconnect() }
}

Object.assign(globalThis, { parlanceLine: openLine })
