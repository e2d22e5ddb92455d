import type { CallLine, OpenLine } from './line.ts'

/**
 * Opens a call without a carrier: the browser itself listens and speaks, if it can. Some browsers
 * send sound to their vendor for recognition.
 */
export const openLocalLine: OpenLine = async ({ token }, listener): Promise<CallLine> => {
  const socket = new WebSocket(addressOf(token))
  const send = (frame: object) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
  }
  let spoken = ''
  let askedAt: number | undefined
  let isOver = false
  let isRefused = false
  const say = (text: string) => {
    listener.heard(text)
    askedAt = performance.now()
    send({ type: 'say', text })
  }
  const ears = listen(say)
  const finish = () => {
    if (isOver) return
    isOver = true
    ears?.stop()
    globalThis.speechSynthesis?.cancel()
    listener.over(isRefused ? 'failed' : 'ended')
  }
  socket.addEventListener('open', () => send({ type: 'join', token }))
  socket.addEventListener('close', finish)
  socket.addEventListener('message', ({ data }) => {
    const frame: { type: string; text?: string; last?: boolean } = JSON.parse(String(data))
    if (frame.type === 'joined') listener.joined()
    if (frame.type === 'refused') isRefused = true
    if (frame.type === 'quiet') globalThis.speechSynthesis?.cancel()
    if (frame.type !== 'said') return
    const { text = '', last = false } = frame
    listener.said(text, last)
    if (askedAt !== undefined && text.trim()) {
      listener.waited?.(performance.now() - askedAt)
      askedAt = undefined
    }
    spoken += text
    if (!last) return
    if (spoken.trim()) globalThis.speechSynthesis?.speak(new SpeechSynthesisUtterance(spoken))
    spoken = ''
  })
  return {
    mute: (isMuted) => (isMuted ? ears?.stop() : ears?.start()),
    hangUp: () => {
      send({ type: 'hang up' })
      finish()
    },
    say,
  }
}

const addressOf = (token: string): string => {
  const [, payload = ''] = token.split('.')
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).aud
}

interface Recognition extends EventTarget {
  continuous: boolean
  start(): void
  stop(): void
}

const listen = (onText: (text: string) => void): { start(): void; stop(): void } | undefined => {
  const own: { SpeechRecognition?: new () => Recognition; webkitSpeechRecognition?: new () => Recognition } =
    Object(globalThis)
  const Kind = own.SpeechRecognition ?? own.webkitSpeechRecognition
  if (!Kind) return undefined
  const recognition = new Kind()
  recognition.continuous = true
  let isWanted = true
  recognition.addEventListener('result', (event) => {
    const {
      results,
      resultIndex,
    }: { results: { [place: number]: { 0: { transcript: string } } }; resultIndex: number } = Object(event)
    const text = results[resultIndex]?.[0].transcript.trim()
    if (text) onText(text)
  })
  recognition.addEventListener('error', () => {
    isWanted = false
  })
  // Starts recognition again, because browsers stop it after a pause.
  recognition.addEventListener('end', () => {
    if (isWanted) recognition.start()
  })
  recognition.start()
  return {
    start: () => {
      isWanted = true
      recognition.start()
    },
    stop: () => {
      isWanted = false
      recognition.stop()
    },
  }
}
