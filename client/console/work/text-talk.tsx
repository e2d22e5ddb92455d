import { useState } from 'preact/hooks'
import type { TalkToAssistantInput } from '../../client.ts'
import { useLatest } from '../latest.ts'
import { LineInput } from '../line-input.tsx'
import { Lines } from '../lines.tsx'
import { nameOf } from '../live-talk.tsx'
import { type Trouble, troubleOf } from '../problems.ts'
import { showSeconds } from './waits.ts'

type Message = NonNullable<TalkToAssistantInput['messages']>[number]
type Said = Message & { waitedMs?: number; model?: string | null }

export const TextTalk = ({ id, name, isDraft }: { id: number; name: string; isDraft: boolean }) => {
  const run = useLatest()
  const [messages, setMessages] = useState<readonly Said[]>([])
  const [text, setText] = useState('')
  const [state, setState] = useState<'idle' | 'waiting' | 'over'>('idle')
  const [trouble, setTrouble] = useState<Trouble>()

  const ask = (said: readonly Said[]) => {
    setTrouble(undefined)
    setMessages(said)
    setState('waiting')
    const askedAt = performance.now()
    const sent = said.map(({ sender, text }) => ({ sender, text }))
    const messages = sent.length > 0 ? sent : undefined
    return run((client, signal) => client.talkToAssistant({ id, draft: isDraft, messages }, { signal }), {
      done: ({ data }) => {
        const answer = {
          sender: 'bot' as const,
          text: data.text,
          model: data.model,
          waitedMs: performance.now() - askedAt,
        }
        setMessages(data.text ? [...said, answer] : said)
        setState(data.ends_call ? 'over' : 'idle')
      },
      failed: (cause) => {
        setState('idle')
        setTrouble(troubleOf(cause))
      },
    })
  }
  const say = async (event: Event) => {
    event.preventDefault()
    setText('')
    await ask([...messages, { sender: 'human', text: text.trim() }])
  }

  return (
    <section class="card">
      <h2>In writing</h2>
      <p class="quiet">The assistant answers as on the phone. Nobody is called, and nothing is charged.</p>
      <Lines
        isGoingOn
        lines={messages.map(({ sender, text: said, model, waitedMs }) => ({
          ...nameOf(sender, name),
          ...(sender === 'human' && { who: 'You' }),
          text: said,
          aside: waitedMs !== undefined && `after ${showSeconds(waitedMs)}${model ? `, ${model}` : ''}`,
        }))}
      />
      {trouble && (
        <p class="trouble" role="alert">
          {trouble.message} <span>{trouble.advice}</span>
        </p>
      )}
      {state === 'over' && <p role="status">The assistant has ended the talk.</p>}
      {messages.length === 0 || state === 'over' ? (
        <div class="row">
          <button type="button" class="plain" disabled={state === 'waiting'} onClick={() => ask([])}>
            {state === 'over' ? 'Begin again' : 'Begin'}
          </button>
        </div>
      ) : (
        <form class="row" onSubmit={say}>
          <LineInput
            label="What you say"
            placeholder="Say something …"
            lengthMax={1000}
            value={text}
            onChange={setText}
          />
          <button type="submit" class="primary" disabled={state === 'waiting' || text.trim() === ''}>
            {state === 'waiting' ? 'Waiting …' : 'Say'}
          </button>
        </form>
      )}
    </section>
  )
}
