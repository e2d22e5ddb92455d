import { useEffect, useRef, useState } from 'preact/hooks'
import { type Client, type How, Problem } from '../../../client/client.ts'
import { endedToken } from './poll.ts'
import { type Trouble, troubleOf } from './problems.ts'
import { retriesOfChanges, useSession } from './session.ts'

interface Action {
  /** What the button says. */
  label: string
  /** What is asked before it is done; it is done at once without. */
  question?: string
  /** What it does, in a sentence under the question. */
  consequence?: string
  isDangerous?: boolean
  isDisabled?: boolean
  run: (client: Client, how: How) => Promise<unknown>
  /** When it was done. */
  onDone: () => void
}

/**
 * A button that changes something. Asked first where it cannot be taken back; one idempotency key holds for one question, so that
 * neither a second press nor a lost answer does it twice.
 */
export const ActionButton = (action: Action) => {
  const { label, question, isDangerous = false, isDisabled = false, run, onDone } = action
  const { client, leave } = useSession()
  const [state, setState] = useState<'idle' | 'asked' | 'running'>('idle')
  const [trouble, setTrouble] = useState<Trouble>()
  const key = useRef('')

  const begin = async () => {
    key.current = crypto.randomUUID()
    setTrouble(undefined)
    if (question) setState('asked')
    else await perform()
  }
  const perform = async () => {
    setState('running')
    try {
      await run(client, { idempotencyKey: key.current, retries: retriesOfChanges })
      setState('idle')
      onDone()
    } catch (cause) {
      if (cause instanceof Problem && cause.status === 401) return leave(endedToken)
      setState('idle')
      setTrouble(troubleOf(cause))
    }
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

interface QuestionProps extends Action {
  onYes: () => void
  onNo: () => void
}

/** The browser's own dialog: it holds the focus, and Escape means no. */
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
