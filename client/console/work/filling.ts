import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Client, Problem } from '../../client.ts'
import { newKey } from '../../key.ts'
import { useLatest } from '../latest.ts'
import { type Trouble, troubleOf } from '../problems.ts'
import { showToast } from '../toast.ts'
import { type Field, type FormName, fieldsOf, fieldsOfUpdate, sendingOf } from './catalogue.ts'
import { check, type Errors, isBlank } from './check.ts'
import { cleaned, type Entered, forgetDraft, forgetSaved, isSame, keepDraft, readDraft, type Unsaved } from './draft.ts'
import { errorsOf } from './field-problems.ts'

/** A stored object. Each save changes its revision. */
export interface Saved {
  values: Entered
  revision: string
  /** Live version of an assistant. An update fails if another version is live by then. */
  version?: number
}

export interface FormOptions {
  /** Key under which unsaved entries are stored, such as `assistants 12`. */
  about: string
  operation: FormName
  /** Request that creates the object, if `operation` updates it. */
  ofNew?: FormName
  leftOut?: readonly string[]
  path?: Readonly<Record<string, number>>
  initial?: Entered
  /** Newest known state of the edited object. */
  stored?: Saved
  readAgain?: (client: Client) => Promise<Saved>
  prepare?: (changed: Entered, base: Entered) => Entered
  /**
   * `later`: entries that changed during the request and are not saved. Returning `'stays'` keeps
   * them in the form. Forms with `stored` keep them anyway.
   */
  onSaved: (answer: unknown, later?: Entered) => unknown
}

export interface Filling {
  fields: readonly Field[]
  values: Entered
  errors: Errors
  /** Counts checks of the form, so that a screen reader reads the errors after each check. */
  findings: number
  trouble: Trouble | undefined
  state: 'idle' | 'saving' | 'waiting'
  isDirty: boolean
  isRestored: boolean
  /** Fields that another person saved meanwhile. `both`: fields that this person also changed. */
  conflict: { theirs: readonly string[]; both: readonly string[] } | undefined
  change: (name: string, value: unknown) => void
  submit: (event: Event) => void
  discard: () => void
  keepMine: () => void
  /** Repeats the request now; undefined when no request waits to be repeated. */
  retryNow: (() => void) | undefined
}

const secondsUntilAgain = 5

const channel = new BroadcastChannel('parlance-saved')

export const useSavedElsewhere = (about: string, run: () => void): void => {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const heard = ({ data }: MessageEvent) => data === about && latest.current()
    channel.addEventListener('message', heard)
    return () => channel.removeEventListener('message', heard)
  }, [about])
}

export const useFilling = (options: FormOptions): Filling => {
  const { about, initial = {}, stored } = options
  const [fields] = useState(() => fieldsShown(options))
  const draft = useRef<Unsaved | undefined>(undefined)
  const [restored] = useState(() => readDraft(about))
  const [base, setBase] = useState<Saved>({
    values: stored ? { ...stored.values, ...restored?.before } : initial,
    revision: restored?.revision ?? stored?.revision ?? '',
  })
  const [changed, setChanged] = useState<Entered>(restored?.changed ?? {})
  const [isRestored, setRestored] = useState(restored !== undefined)
  const [{ errors, findings }, setFound] = useState<{ errors: Errors; findings: number }>({ errors: {}, findings: 0 })
  const setErrors = (found: Errors) => setFound((last) => ({ errors: found, findings: last.findings + 1 }))
  const isDirty = Object.keys(changed).length > 0
  const newest = useRef(stored)
  const looked = useRef(stored)
  // Copies each polled state only once, because a save may then replace the copy by a newer state.
  if (stored && stored !== looked.current) newest.current = stored
  looked.current = stored
  const rebase = (to: Saved, later: Entered) => {
    newest.current = to
    setBase(to)
    setChanged(later)
  }
  const sending = useSending({ ...options, fields, changed, base, newest, restored, setErrors, rebase })

  // A form without changes shows the newest stored state.
  if (stored && stored.revision !== base.revision && !isDirty) setBase(stored)

  // Saves the draft at once, because the person may leave the page at any moment.
  useLayoutEffect(() => {
    draft.current = { revision: base.revision, before: pick(base.values, changed), changed, key: sending.key }
    if (isDirty && !sending.isSaved) keepDraft(about, draft.current)
    else forgetDraft(about)
  }, [about, base, changed, isDirty, sending.key, sending.isSaved])

  const reset = (to: Saved) => {
    setBase(to)
    setChanged({})
    setErrors({})
    setRestored(false)
    sending.stop()
  }
  return {
    fields,
    values: { ...base.values, ...changed },
    errors,
    findings,
    isDirty,
    isRestored: isRestored && isDirty,
    conflict: isDirty ? conflictOf(base, newest.current, changed) : undefined,
    trouble: sending.trouble,
    state: sending.state,
    retryNow: sending.retryNow,
    change: (name, value) => {
      sending.touch()
      setChanged((last) => withValue(last, { name, value, before: base.values[name] }))
      setFound((last) => ({ ...last, errors: withoutPath(last.errors, name) }))
    },
    submit: (event) => {
      event.preventDefault()
      sending.send()
    },
    discard: () => sending.state !== 'saving' && reset(newest.current ?? { values: initial, revision: '' }),
    keepMine: () => newest.current && setBase(newest.current),
  }
}

const pick = (values: Entered, like: Entered): Entered =>
  Object.fromEntries(Object.keys(like).flatMap((name) => (name in values ? [[name, values[name]]] : [])))

const withValue = (changed: Entered, { name, value, before }: { name: string; value: unknown; before: unknown }) => {
  const { [name]: _, ...others } = changed
  const isBack = isSame(value, before) || (isBlank(value) && isBlank(before))
  return isBack ? others : { ...others, [name]: value }
}

const withoutPath = (errors: Errors, name: string): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => path !== name && !path.startsWith(`${name}.`)))

const conflictOf = (base: Saved, newest: Saved | undefined, changed: Entered): Filling['conflict'] => {
  if (!newest || newest.revision === base.revision) return undefined
  const theirs = Object.keys(newest.values).filter((name) => !isSame(newest.values[name], base.values[name]))
  return {
    theirs: theirs.filter((name) => !(name in changed)),
    both: theirs.filter((name) => name in changed),
  }
}

const fieldsShown = ({ operation, ofNew, leftOut = [], path = {} }: FormOptions): readonly Field[] =>
  (ofNew ? fieldsOfUpdate(operation, ofNew) : fieldsOf(operation)).filter(
    ({ name }) => !leftOut.includes(name) && !(name in path),
  )

interface SendingOptions extends FormOptions {
  fields: readonly Field[]
  changed: Entered
  base: Saved
  newest: { current: Saved | undefined }
  restored: Unsaved | undefined
  setErrors: (errors: Errors) => void
  rebase: (to: Saved, later: Entered) => void
}

/** A request whose outcome is not known. */
interface Attempt {
  changed: Entered
  key: string
}

/**
 * Repeats a request that got no answer, or that a busy API refused. Changes made in the meantime do
 * not change the request.
 */
const useSending = (options: SendingOptions) => {
  const { fields, changed, base, restored, setErrors } = options
  const run = useLatest()
  const latest = useRef(options)
  latest.current = options
  const [state, setState] = useState<Filling['state']>('idle')
  const [trouble, setTrouble] = useState<Trouble>()
  const [open, setOpen] = useState<Attempt | undefined>(
    restored?.key === undefined ? undefined : { changed: restored.changed, key: restored.key },
  )
  const [waitSeconds, setWaitSeconds] = useState(secondsUntilAgain)
  const [isSaved, setSaved] = useState(false)

  const attempt = (made: Attempt) => {
    setOpen(made)
    setState('saving')
    setTrouble(undefined)
    return run((client) => save(client, made, options, () => laterOf(made, latest.current)), {
      done: (outcome) => {
        setOpen(undefined)
        setState('idle')
        if ('other' in outcome) options.newest.current = outcome.other
        else succeeded(outcome, made, laterOf(made, latest.current))
      },
      failed,
    })
  }
  const succeeded = ({ answer, now }: Success, made: Attempt, later: Entered | undefined) => {
    if (later && options.stored) {
      options.rebase(now ?? { ...base, values: { ...base.values, ...made.changed } }, later)
      showToast('It is saved, but not your later changes.')
    } else if (options.onSaved(answer, later) !== 'stays') setSaved(true)
  }
  const failed = (cause: unknown) => {
    const isPassing = !(cause instanceof Problem) || [429, 502, 503, 504].includes(cause.status)
    if (isPassing) {
      const seconds = (cause instanceof Problem && cause.retryAfterSeconds) || secondsUntilAgain
      setWaitSeconds(seconds)
      setTrouble(cause instanceof Problem ? troubleOf(cause, seconds) : notAnswered)
      return setState('waiting')
    }
    setOpen(undefined)
    setState('idle')
    const found = cause instanceof Problem ? errorsOf(cause, fields) : {}
    if (Object.keys(found).length > 0) setErrors(found)
    else setTrouble(troubleOf(cause))
  }

  const again = () => open && void attempt(open)
  useAgain(state === 'waiting' ? waitSeconds : undefined, again)

  return {
    state,
    trouble,
    key: open && isSame(open.changed, changed) ? open.key : undefined,
    isSaved,
    send: () => {
      if (state === 'waiting') return again()
      const found = check(fields, { ...base.values, ...changed })
      setErrors(found)
      const isRepeated = open && isSame(open.changed, changed)
      if (Object.keys(found).length === 0) void attempt(isRepeated ? open : { changed, key: newKey() })
    },
    touch: () => {
      setSaved(false)
      if (state === 'idle') setTrouble(undefined)
    },
    stop: () => {
      setSaved(false)
      setState('idle')
      setTrouble(undefined)
      setOpen(undefined)
    },
    retryNow: state === 'waiting' ? again : undefined,
  }
}

interface Success {
  answer: unknown
  /** The saved state, if entries changed during the request. */
  now: Saved | undefined
}

/** Saves the changes. If another person saved first, returns that person's state instead. */
const save = async (
  client: Client,
  { changed, key }: Attempt,
  options: SendingOptions,
  laterNow: () => Entered | undefined,
): Promise<Success | { other: Saved }> => {
  const { about, base, newest, readAgain } = options
  if (readAgain) {
    const now = await readAgain(client)
    newest.current = now
    if (now.revision !== base.revision) return { other: now }
  }
  try {
    const sent = sentOf({ ...options, changed })
    const answer = await sendingOf(client, options.operation)(sent, { idempotencyKey: key, retries: 0 })
    forgetSaved(about, changed)
    channel.postMessage(about)
    return { answer, now: laterNow() && (await readAgain?.(client).catch(() => undefined)) }
  } catch (cause) {
    const other = await changedMeanwhile(cause, client, options)
    if (other) return { other }
    throw cause
  }
}

/** Returns entries that differ from the sent entries; undefined if all are equal. */
const laterOf = (sent: Attempt, { base, changed }: SendingOptions): Entered | undefined => {
  const then: Entered = { ...base.values, ...sent.changed }
  const now: Entered = { ...base.values, ...changed }
  const names = Object.keys({ ...then, ...now }).filter((name) => !isSame(then[name], now[name]))
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, now[name]])) : undefined
}

/** Calls `run` after these seconds, or as soon as the connection is back. */
const useAgain = (seconds: number | undefined, run: () => void): void => {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (seconds === undefined) return undefined
    const again = () => latest.current()
    const timer = setTimeout(again, seconds * 1000)
    addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', again)
    }
  }, [seconds])
}

/** Returns the newest state when another person saved first. */
const changedMeanwhile = async (
  cause: unknown,
  client: Client,
  { readAgain, base }: SendingOptions,
): Promise<Saved | undefined> => {
  if (!(cause instanceof Problem) || cause.status !== 409) return undefined
  const now = await readAgain?.(client).catch(() => undefined)
  return now?.revision === base.revision ? undefined : now
}

const sentOf = (options: SendingOptions): Entered => {
  const { fields, stored, initial = {}, changed, base, path = {}, prepare, newest } = options
  const version = newest.current?.version
  const values = stored ? changed : { ...initial, ...changed }
  const sent = Object.entries(values).map(([name, value]) => {
    const usual = fields.find((field) => field.name === name)?.schema.default
    return [name, cleaned(value) ?? usual ?? null]
  })
  const body = Object.fromEntries(sent)
  const condition = version === undefined ? {} : { if_version: version }
  return { ...(prepare ? prepare(body, base.values) : body), ...condition, ...path }
}

const notAnswered: Trouble = {
  message: 'The API does not answer, so nothing is known to be saved.',
  advice: 'Your entries are kept in this tab. It is asked again by itself, and nothing is done twice.',
}
