import { useRef, useState } from 'preact/hooks'
import type { GetCallAnswer } from '../client.ts'
import { ActionButton } from './action.tsx'
import { LineInput } from './line-input.tsx'
import { Lines, type TranscriptLine } from './lines.tsx'
import { Nothing, Seen } from './parts.tsx'
import { paceOfEvents, usePolled } from './poll.ts'

export const LiveTalk = ({ call, onDone }: { call: GetCallAnswer; onDone: () => void }) => {
  const { id, assistant_name, status } = call
  const reported = useRef<{ after?: string; lines: TranscriptLine[] }>({ lines: [] })
  const polled = usePolled(`events of ${id}`, paceOfEvents, async (client, signal) => {
    const { data, after } = await client.listCallEvents({ id, after: reported.current.after }, { signal })
    const lines = data.flatMap((event): TranscriptLine[] =>
      event.type === 'turn'
        ? [{ ...nameOf(event.sender, assistant_name), text: event.text, aside: afterOf(event.latency_ms) }]
        : [],
    )
    reported.current = { after, lines: [...reported.current.lines, ...lines] }
    return reported.current.lines
  })
  return (
    <section class="card">
      <h2>{status === 'in-progress' ? 'Live transcript' : 'Transcript'}</h2>
      <Seen polled={polled}>
        {(lines) =>
          lines.length === 0 ? (
            <Nothing title="Nothing was said yet">It appears here as it is said.</Nothing>
          ) : (
            <Lines lines={lines} isGoingOn />
          )
        }
      </Seen>
      {status === 'in-progress' && (
        <>
          <Steering id={id} onDone={onDone} />
          <Transfer id={id} />
        </>
      )}
    </section>
  )
}

const afterOf = (latencyMs: number | null): string =>
  latencyMs === null ? '' : `after ${(latencyMs / 1000).toFixed(1)} s`

export const nameOf = (sender: string, assistant: string): Pick<TranscriptLine, 'who' | 'isTheirs'> =>
  sender === 'bot' ? { who: assistant, isTheirs: false } : { who: 'Customer', isTheirs: true }

const Transfer = ({ id }: { id: number }) => {
  const [number, setNumber] = useState('')
  const [message, setMessage] = useState('')
  const [phone_number, said] = [number.trim(), message.trim()]
  return (
    <details>
      <summary>Transfer to another phone</summary>
      <div class="row">
        <label>
          <span class="unseen">Number to transfer to</span>
          <input
            type="tel"
            placeholder="+12025550100"
            value={number}
            onInput={({ currentTarget }) => setNumber(currentTarget.value)}
          />
        </label>
        <LineInput
          label="A sentence that the assistant says before"
          placeholder="Said before the transfer, if anything"
          lengthMax={500}
          value={message}
          onChange={setMessage}
        />
        <ActionButton
          label="Transfer"
          isDisabled={phone_number === ''}
          question={`Transfer this call to ${phone_number}?`}
          consequence="The phone there rings at once, which costs money. The assistant continues if it is not answered."
          run={(client, how) => client.transferCall({ id, phone_number, ...(said && { message: said }) }, how)}
          onDone={() => setNumber('')}
        />
      </div>
    </details>
  )
}

const Steering = ({ id, onDone }: { id: number; onDone: () => void }) => {
  const [text, setText] = useState('')
  return (
    <div class="row">
      <LineInput
        label="A sentence for the assistant to say"
        placeholder="Let the assistant say …"
        lengthMax={500}
        value={text}
        onChange={setText}
      />
      <ActionButton
        label="Say"
        about={text}
        isDisabled={text.trim() === ''}
        run={(client, how) => client.sayInCall({ id, text: text.trim() }, how)}
        onDone={() => setText('')}
      />
      <ActionButton
        label="End the call"
        isDangerous
        question="End this call?"
        consequence="The carrier hangs up within seconds, in the middle of a sentence."
        run={(client, how) => client.endCall({ id }, how)}
        onDone={onDone}
      />
    </div>
  )
}
