import type { ComponentChildren, ComponentType } from 'preact'
import { Heading, Nothing } from '../parts.tsx'
import type { ConsoleRoute } from '../route.ts'
import { AssistantDraft, EditDraft } from './assistant-draft.tsx'
import { AssistantRollout, PublishCanary } from './assistant-rollout.tsx'
import { AssistantVersions } from './assistant-versions.tsx'
import { CallerIdView, NewCallerId } from './caller-id.tsx'
import { CampaignPreview } from './campaign-preview.tsx'
import { Consents } from './consents.tsx'
import { EventWebhook } from './event-webhook.tsx'
import { ExportView } from './export.tsx'
import { AddWebsite, Knowledge, KnowledgeView } from './knowledge.tsx'
import { ImportLeads, LeadImport } from './lead-import.tsx'
import { assistants, campaigns, knowledgebases, leads, tools } from './nouns.ts'
import { NumberName } from './number-name.tsx'
import { BuyNumber, Numbers, NumberView } from './numbers.tsx'
import { OnceForm } from './once-form.tsx'
import { Person } from './person.tsx'
import { ReplayCalls } from './replay-form.tsx'
import { ReplayReport } from './replay-report.tsx'
import { Talk } from './talk.tsx'
import { Texts } from './texts.tsx'
import { EditThing, NewThing } from './thing-form.tsx'
import { NewToken, Tokens } from './tokens.tsx'
import { Tools, ToolView } from './tools.tsx'

/** The build inserts the version. */
export const version = 'parlance-console-version'

const nouns = [assistants, campaigns, leads, tools, knowledgebases]

const initials: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
  assistants: () => ({ timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
}

const withId = (One: ComponentType<{ id: number }>) => (id: number | undefined) =>
  id === undefined ? <Missing /> : <One id={id} />

const others: Readonly<Record<string, (id: number | undefined) => ComponentChildren>> = {
  'assistants draft': withId(AssistantDraft),
  'assistants redraft': withId(EditDraft),
  'assistants canary': withId(PublishCanary),
  'assistants replay': withId(ReplayCalls),
  'assistants rollout': withId(AssistantRollout),
  'assistants versions': withId(AssistantVersions),
  'replays show': withId(ReplayReport),
  numbers: (id) => (id === undefined ? <Numbers /> : <NumberView id={id} />),
  'numbers edit': withId(NumberName),
  'numbers search': () => <BuyNumber />,
  'numbers import': () => (
    <OnceForm
      view="numbers"
      title="Import a number"
      label="Import number"
      operation="importNumber"
      groups={[{ title: 'A number that the carrier’s account has', names: ['phone_number'] }]}
      said="The number is yours. Calls and texts to it arrive here."
    />
  ),
  'callerids new': () => <NewCallerId />,
  'callerids show': withId(CallerIdView),
  'assistants talk': withId(Talk),
  'leads import': () => <ImportLeads campaign={undefined} />,
  'campaigns import': (id) => <ImportLeads campaign={id} />,
  'campaigns lead': (id) => <NewThing noun={leads} initial={{ campaign_id: id }} />,
  'calls person': (id) => <Person of="call" id={id ?? 0} />,
  'leads person': (id) => <Person of="lead" id={id ?? 0} />,
  tools: (id) => (id === undefined ? <Tools /> : <ToolView id={id} />),
  knowledge: (id) => (id === undefined ? <Knowledge /> : <KnowledgeView id={id} />),
  'knowledge website': withId(AddWebsite),
  texts: () => <Texts />,
  'texts new': () => (
    <OnceForm
      view="texts"
      title="New text"
      label="Send text"
      operation="sendSms"
      groups={[{ title: 'Text', names: ['from', 'to', 'body'] }]}
      said="The text is sent."
    />
  ),
  consents: () => <Consents />,
  'consents new': () => (
    <OnceForm
      view="consents"
      title="New consent"
      label="Record consent"
      operation="createConsent"
      groups={[
        {
          title: 'Basics',
          names: ['phone_number', 'kind', 'channels', 'given_at', 'expires_at', 'covers_artificial_voice'],
        },
        { title: 'Words', names: ['text', 'language', 'purpose', 'seller', 'text_version'] },
      ]}
      said="The consent is recorded."
    />
  ),
  tokens: () => <Tokens />,
  'tokens new': () => <NewToken />,
  'blacklist new': () => (
    <OnceForm
      view="blacklist"
      title="Blacklist a number"
      label="Blacklist"
      operation="blacklistNumber"
      groups={[{ title: 'Number', names: ['phone_number', 'reason'] }]}
      said="The number is blacklisted."
    />
  ),
  'webhooks edit': () => <EventWebhook />,
  'webhooks resend': () => (
    <OnceForm
      view="webhooks"
      title="Resend deliveries"
      label="Resend"
      operation="resendWebhookDeliveries"
      groups={[{ title: 'Period', names: ['from', 'to', 'state'] }]}
      said="The deliveries are sent again."
    />
  ),
  'exports show': (id) => (id === undefined ? <Missing /> : <ExportView id={id} />),
  'imports show': withId(LeadImport),
}

export const Work = ({ route: { view, id, act } }: { route: ConsoleRoute }) => {
  const noun = nouns.find((each) => each.view === view)
  if (noun && act === 'new') return <NewThing noun={noun} initial={initials[view]?.() ?? {}} />
  if (noun && act === 'edit' && id !== undefined)
    return (
      <>
        <EditThing noun={noun} id={id} />
        {noun === campaigns && <CampaignPreview id={id} />}
      </>
    )
  return <>{others[act === undefined ? view : `${view} ${act}`]?.(id) ?? <Missing />}</>
}

const Missing = () => (
  <>
    <Heading title="Not found" />
    <Nothing title="There is no such form">Choose a view on the left.</Nothing>
  </>
)
