import { Heading } from '../parts.tsx'
import { go } from '../route.ts'
import { showToast } from '../toast.ts'
import type { FormName } from './catalogue.ts'
import type { Entered } from './draft.ts'
import { Form, type Group } from './form.tsx'

interface Props {
  view: string
  title: string
  label: string
  operation: FormName
  groups?: readonly Group[]
  leftOut?: readonly string[]
  initial?: Entered
  path?: Readonly<Record<string, number>>
  prepare?: (changed: Entered) => Entered
  said: string
  next?: () => void
}

/** Shows a form that creates an object which cannot be edited later, such as a text message. */
export const OnceForm = ({ view, title, said, groups = [], next = () => go(view), ...form }: Props) => (
  <>
    <Heading title={title} />
    <Form
      about={`${view} ${form.operation} ${Object.values(form.path ?? {}).join(' ')}`}
      groups={groups}
      {...form}
      onSaved={(_, later) => {
        showToast(later ? `${said} Your later changes are not.` : said)
        return later ? 'stays' : next()
      }}
      cancel={next}
    />
  </>
)
