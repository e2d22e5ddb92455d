import { Device } from '@twilio/voice-sdk'
import type { OpenLine } from './line.ts'

/** The line of a carrier that speaks the dialect of this SDK. A script of its own holds it. */
const openLine: OpenLine = async ({ token }, listener) => {
  const device = new Device(token, { closeProtection: false })
  const call = await device.connect()
  let isOver = false
  const finish = (isFailure: boolean) => {
    if (isOver) return
    isOver = true
    device.destroy()
    listener.over(isFailure)
  }
  call.on('accept', () => listener.joined())
  call.on('disconnect', () => finish(false))
  call.on('cancel', () => finish(true))
  call.on('reject', () => finish(true))
  call.on('error', () => finish(true))
  // The carrier ends a call at once whose page says that it leaves.
  addEventListener('pagehide', () => call.disconnect(), { once: true })
  return { mute: (isMuted) => call.mute(isMuted), hangUp: () => call.disconnect() }
}

Object.assign(globalThis, { parlanceLine: openLine })
