import type { Client } from '../../client.ts'
import { Heading, Seen } from '../parts.tsx'
import { paceOfSettings, usePolled } from '../poll.ts'
import { go } from '../route.ts'
import { showToast } from '../toast.ts'
import { type FormName, fieldsOfUpdate, memberOf } from './catalogue.ts'
import { type Entered, keepDraft } from './draft.ts'
import { type Saved, useSavedElsewhere } from './filling.ts'
import { Form, type Group } from './form.tsx'

export interface Noun {
  view: string
  /** The noun within a sentence: `assistant`. */
  word: string
  create: FormName
  update: FormName
  groups: readonly Group[]
  leftOut?: readonly string[]
  read: (client: Client, id: number, signal?: AbortSignal) => Promise<Saved & { name: string }>
  prepare?: (changed: Entered, base: Entered) => Entered
}

/** Opens the created object, or its form if entries changed during the request. */
const leaveNew =
  ({ view, word, create, update }: Noun) =>
  (answer: unknown, later: Entered = {}) => {
    const id = Number(memberOf(memberOf(answer, 'data'), 'id'))
    if (!Number.isInteger(id)) return go(view)
    const names = fieldsOfUpdate(update, create).map(({ name }) => name)
    const changed = Object.fromEntries(Object.entries(later).filter(([name]) => names.includes(name)))
    const isOpen = Object.keys(changed).length > 0
    keepDraft(`${view} ${id}`, { before: {}, changed })
    showToast(isOpen ? `The ${word} is saved, but not your later changes.` : `The ${word} is saved.`)
    go(view, id, isOpen ? 'edit' : undefined)
  }

export const NewThing = ({ noun, initial }: { noun: Noun; initial?: Entered }) => (
  <>
    <Heading title={`New ${noun.word}`} />
    <Form
      about={`${noun.view} new`}
      label={`Create ${noun.word}`}
      operation={noun.create}
      leftOut={noun.leftOut ?? []}
      groups={noun.groups}
      {...(initial && { initial })}
      onSaved={leaveNew(noun)}
      cancel={() => go(noun.view)}
    />
  </>
)

export const EditThing = ({ noun, id }: { noun: Noun; id: number }) => {
  const about = `${noun.view} ${id}`
  const polled = usePolled(`edit ${about}`, paceOfSettings, (client, signal) => noun.read(client, id, signal))
  useSavedElsewhere(about, polled.again)
  return (
    <>
      <Heading title={`Edit ${polled.data?.name ?? noun.word}`} />
      <Seen polled={polled}>
        {(stored) => (
          <Form
            about={about}
            label={`Save ${noun.word}`}
            operation={noun.update}
            ofNew={noun.create}
            leftOut={noun.leftOut ?? []}
            path={{ id }}
            groups={noun.groups}
            stored={stored}
            readAgain={(client) => noun.read(client, id)}
            {...(noun.prepare && { prepare: noun.prepare })}
            onSaved={() => {
              showToast(`The ${noun.word} is saved.`)
              go(noun.view, id)
            }}
            cancel={() => go(noun.view, id)}
          />
        )}
      </Seen>
    </>
  )
}

export const savedOf = <T extends { updated_at: string }>(answer: T, name: string): Saved & { name: string } => ({
  values: { ...answer },
  revision: answer.updated_at,
  name,
})

export const signalOf = (signal: AbortSignal | undefined) => (signal ? { signal } : {})
