import { isoTime } from '../../words/time.ts'
import type { CallDetail } from '../calls/call.ts'
import type { Utterance } from './talk.ts'

/** The transcript for calls and webhooks; empty for an empty talk. */
export const transcriptOf = (said: readonly Utterance[]): Pick<CallDetail, 'transcript' | 'messages' | 'latencies'> =>
  said.length === 0
    ? {}
    : {
        transcript: said.map(({ sender, text }) => `${names[sender]}: ${text}`).join('\n'),
        messages: said.map(({ sender, text, at }) => ({ text, type: 'transcript', sender, timestamp: isoTime(at) })),
        ...(said.some(({ latency_ms }) => latency_ms !== undefined) && {
          latencies: said.map(({ latency_ms = null }) => latency_ms),
        }),
      }

const names = { bot: 'AI', human: 'Customer' }

/** Parses such a transcript; undefined for any other text. */
export const saidIn = ({ transcript, messages, latencies }: Partial<CallDetail>): Utterance[] | undefined => {
  const said = messages?.map(({ text, sender, timestamp }, place): Utterance => {
    const latency_ms = latencies?.[place] ?? undefined
    return {
      sender: sender === 'bot' ? 'bot' : 'human',
      text: String(text),
      at: Date.parse(String(timestamp)),
      ...(latency_ms !== undefined && { latency_ms }),
    }
  })
  if (!said || said.some(({ at }) => Number.isNaN(at))) return undefined
  const told = transcriptOf(said)
  const isSame = JSON.stringify(told) === JSON.stringify({ transcript, messages, ...(latencies && { latencies }) })
  return isSame ? said : undefined
}
