import type { CallDetail } from '../calls/call.ts'
import { isoTime } from '../time.ts'
import type { Utterance } from './talk.ts'

/** What was said, as calls and webhooks show it; nothing where nothing was said. */
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
