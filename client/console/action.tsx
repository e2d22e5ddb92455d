import { useEffect, useRef, useState } from 'preact/hooks'
import { type Client, type How, Problem } from '../client.ts'
import { newKey } from '../key.ts'
import { useLatest } from './latest.ts'
import { type Trouble, troubleOf } from './problems.ts'
import { howOfChanges } from './session.ts'

interface Action<T> {
  label: string
  /** Question before the action; without a question, the action runs at once. */
  question?: string
  consequence?: string
  isDangerous?: boolean
  isDisabled?: boolean
  /**
   * Identifies the action, by default by its question or label. Another action gets a new
   * idempotency key.
   */
  about?: string
  /** Returns advice about a failure, if the usual advice does not fit. */
  advice?: (cause: unknown) => string | undefined
  run: (client: Client, how: How) => Promise<T>
  /** Called after success, unless the person has left the view. */
  onDone: (answer: T) => void
}

/**
 * A button that sends a request. The same idempotency key is sent until an answer arrives, so that
 * pressing again does not repeat the effect.
 */
export const ActionButton = <T,>(action: Action<T>) => {
  const { label, question, isDangerous = false, isDisabled = false, run, onDone } = action
  const runLatest = useLatest()
  const [state, setState] = useState<'idle' | 'asked' | 'running'>('idle')
  const [trouble, setTrouble] = useState<Trouble>()
  const open = useRef<{ about: string; key: string } | undefined>(undefined)
  const about = action.about ?? question ?? label

  const begin = async () => {
    if (open.current?.about !== about) open.current = { about, key: newKey() }
    setTrouble(undefined)
    if (question) setState('asked')
    else await perform()
  }
  const perform = () => {
    setState('running')
    return runLatest((client) => run(client, { idempotencyKey: open.current?.key, ...howOfChanges }), {
      done: (answer) => {
        open.current = undefined
        setState('idle')
        onDone(answer)
      },
      failed: (cause) => {
        // Keeps the idempotency key after a proxy's error, because the request may have had an
        // effect.
        if (cause instanceof Problem && ![502, 503, 504].includes(cause.status)) open.current = undefined
        setState('idle')
        const usual = troubleOf(cause)
        setTrouble({ ...usual, advice: action.advice?.(cause) ?? usual.advice })
      },
    })
  }

  return (
    <>
      <button
        type="button"
        class={isDangerous ? 'danger' : 'plain'}
        disabled={isDisabled || state === 'running'}
        onClick={begin}
      >
        {state === 'running' ? 'Working …' : label}
      </button>
      {state === 'asked' && <Question {...action} onYes={perform} onNo={() => setState('idle')} />}
      {trouble && (
        <p class="trouble" role="alert">
          {trouble.message} <span>{trouble.advice}</span>
        </p>
      )}
    </>
  )
}

interface QuestionProps extends Pick<Action<unknown>, 'question' | 'consequence' | 'label' | 'isDangerous'> {
  onYes: () => void
  onNo: () => void
}

/** Asks for confirmation in the browser's own dialog, which keeps the focus. Escape means no. */
const Question = ({ question, consequence, label, isDangerous, onYes, onNo }: QuestionProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} onClose={onNo} aria-labelledby="question" aria-describedby="consequence">
      <h2 id="question">{question}</h2>
      <p id="consequence">{consequence}</p>
      <div class="row end">
        <button type="button" class="plain" onClick={onNo}>
          Cancel
        </button>
        <button type="button" class={isDangerous ? 'danger full' : 'primary'} onClick={onYes}>
          {label}
        </button>
      </div>
    </dialog>
  )
}
