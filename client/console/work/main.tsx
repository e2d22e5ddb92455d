import type { ComponentChildren } from 'preact'
import { Heading, Nothing } from '../parts.tsx'
import type { Route } from '../route.ts'
import { ImportLeads, LeadImport } from './lead-import.tsx'
import { assistants, campaigns, knowledgebases, leads, tools } from './nouns.ts'
import { EditThing, NewThing } from './thing-form.tsx'

/** The version that the page and this part were built with; the build puts it here. */
export const version = 'parlance-console-version'

const nouns = [assistants, campaigns, leads, tools, knowledgebases]

/** Beginnings of new things. */
const initials: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
  assistants: () => ({ timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
}

/** Views that no noun has, by view and act. */
const others: Readonly<Record<string, (id: number | undefined) => ComponentChildren>> = {
  'leads import': () => <ImportLeads campaign={undefined} />,
  'campaigns import': (id) => <ImportLeads campaign={id} />,
  'campaigns lead': (id) => <NewThing noun={leads} initial={{ campaign_id: id }} />,
  'imports show': (id) => (id === undefined ? <Missing /> : <LeadImport id={id} />),
}

/** The form that the address names. */
export const Work = ({ route: { view, id, act } }: { route: Route }) => {
  const noun = nouns.find((each) => each.view === view)
  if (noun && act === 'new') return <NewThing noun={noun} initial={initials[view]?.() ?? {}} />
  if (noun && act === 'edit' && id !== undefined) return <EditThing noun={noun} id={id} />
  return <>{others[`${view} ${act}`]?.(id) ?? <Missing />}</>
}

const Missing = () => (
  <>
    <Heading title="Not found" />
    <Nothing title="There is no such form">Choose a view on the left.</Nothing>
  </>
)
