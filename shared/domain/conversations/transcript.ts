import { isoTime } from '../../words/time.ts'
import type { CallDetail } from '../calls/call.ts'
import { type AnswerWaits, type Utterance, waitsOf } from './talk.ts'

export const transcriptOf = (
  said: readonly Utterance[],
): Pick<CallDetail, 'transcript' | 'messages' | 'latencies' | 'model_waits'> =>
  said.length === 0
    ? {}
    : {
        transcript: said.map(({ sender, text }) => `${names[sender]}: ${text}`).join('\n'),
        messages: said.map(({ sender, text, at }) => ({ text, type: 'transcript', sender, timestamp: isoTime(at) })),
        ...(said.some(({ latency_ms }) => latency_ms !== undefined) && {
          latencies: said.map(({ latency_ms = null }) => latency_ms),
        }),
        ...(said.some(({ model_ms }) => model_ms !== undefined) && {
          model_waits: said.map(({ model_ms = null }) => model_ms),
        }),
      }

const names = { bot: 'AI', human: 'Customer' }

export const saidIn = ({ transcript, messages, ...waits }: Partial<CallDetail>): Utterance[] | undefined => {
  const { latencies, model_waits } = waits
  const said = messages?.map(({ text, sender, timestamp }, index): Utterance => {
    return {
      sender: sender === 'bot' ? 'bot' : 'human',
      text: String(text),
      at: Date.parse(String(timestamp)),
      ...waitsOf(waitsAt(waits, index)),
    }
  })
  if (!said || said.some(({ at }) => Number.isNaN(at))) return undefined
  const derived = transcriptOf(said)
  const isSame =
    JSON.stringify(derived) ===
    JSON.stringify({ transcript, messages, ...(latencies && { latencies }), ...(model_waits && { model_waits }) })
  return isSame ? said : undefined
}

export const waitsAt = (
  { latencies, model_waits }: Pick<CallDetail, 'latencies' | 'model_waits'>,
  place: number,
): AnswerWaits => ({ latency_ms: latencies?.[place] ?? undefined, model_ms: model_waits?.[place] ?? undefined })
