import type { ComponentChildren } from 'preact'
import { type Client, Problem } from '../../client.ts'
import { Heading, Seen } from '../parts.tsx'
import { usePolled } from '../poll.ts'
import { hrefOf } from '../route.ts'

interface Props {
  id: number
  act: string
  title: (name: string) => string
  children: ComponentChildren
}

const steps = [
  ['draft', 'Draft'],
  ['replay', 'Replay'],
  ['rollout', 'Rollout'],
  ['versions', 'Versions'],
] as const

export const ChangeFrame = ({ id, act, title, children }: Props) => {
  const polled = usePolled(`name of ${id}`, undefined, (client, signal) => client.getAssistant({ id }, { signal }))
  return (
    <Seen polled={polled}>
      {({ name }) => (
        <>
          <Heading title={title(name)} />
          <nav class="steps" aria-label="Changes of the assistant">
            <a href={hrefOf('assistants', id)}>{name}</a>
            {steps.map(([step, word]) => (
              <a key={step} href={hrefOf('assistants', id, step)} aria-current={step === act ? 'page' : undefined}>
                {word}
              </a>
            ))}
          </nav>
          {children}
        </>
      )}
    </Seen>
  )
}

const orNull = async <T,>(answer: Promise<T>, message: string): Promise<T | null> => {
  try {
    return await answer
  } catch (cause) {
    if (cause instanceof Problem && cause.status === 404 && cause.message === message) return null
    throw cause
  }
}

export const readDraftOf = (client: Client, id: number, how: { signal?: AbortSignal } = {}) =>
  orNull(client.getDraft({ id }, how), 'Draft not found')

export const readRolloutOf = (client: Client, id: number, how: { signal?: AbortSignal } = {}) =>
  orNull(client.getRollout({ id }, how), 'Rollout not found')
