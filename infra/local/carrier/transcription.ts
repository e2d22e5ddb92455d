import type { LocalClock } from '../clock.ts'
import type { Callback, CallbackTarget } from './callbacks.ts'

export interface TranscriptionRequest {
  report: CallbackTarget
  language: string
  track: string
}

interface TranscriptionOptions extends TranscriptionRequest {
  sid: string
  clock: LocalClock
  about: Record<string, string>
  tell(callback: Callback): unknown
}

/** Milliseconds from the spoken words to their report. */
const latencyMs = 300
const unheardLanguages = ['kn-IN']

/** Simulates a real-time transcription. Its last report may arrive after the call has ended. */
export const createTranscription = ({ sid, clock, about, report, language, track, tell }: TranscriptionOptions) => {
  let number = 0
  let isOver = false
  const form = (event: string, more: Record<string, string> = {}) => {
    number += 1
    const Timestamp = new Date(clock.now()).toISOString()
    const names = {
      ...about,
      TranscriptionSid: sid,
      TranscriptionEvent: `transcription-${event}`,
      LanguageCode: language,
    }
    return { target: report, form: { ...names, Timestamp, SequenceId: String(number), ...more } }
  }

  return {
    begin: () => {
      if (!unheardLanguages.includes(language)) return tell(form('started', { Track: track }))
      isOver = true
      return tell(form('error', { TranscriptionErrorCode: '32001', TranscriptionError: 'Unsupported language' }))
    },
    said: (by: 'inbound_track' | 'outbound_track', transcript: string) => {
      if (isOver) return
      const data = JSON.stringify({ transcript, confidence: 0.93 })
      const callback = form('content', { Track: by, TranscriptionData: data, Final: 'true' })
      clock.after(latencyMs, async () => {
        await tell(callback)
      })
    },
    stop: () => {
      if (isOver) return
      isOver = true
      const callback = form('stopped')
      clock.after(latencyMs, async () => {
        await tell(callback)
      })
    },
  }
}
export type CallTranscription = ReturnType<typeof createTranscription>
