import { Heading, Nothing } from '../parts.tsx'
import type { Route } from '../route.ts'
import { EditAssistant, NewAssistant } from './assistant-form.tsx'

/** The version that the page and this part were built with; the build puts it here. */
export const version = 'parlance-console-version'

/** The form that the address names. */
export const Work = ({ route: { view, id, act } }: { route: Route }) => {
  if (act === 'new' && view === 'assistants') return <NewAssistant />
  if (act === 'edit' && view === 'assistants' && id !== undefined) return <EditAssistant id={id} />
  return (
    <>
      <Heading title="Not found" />
      <Nothing title="There is no such form">Choose a view on the left.</Nothing>
    </>
  )
}
