import { type ComponentType, render } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { AssistantView } from './assistant.tsx'
import { Assistants } from './assistants.tsx'
import { Blacklist } from './blacklist.tsx'
import { CallView } from './call.tsx'
import { Calls } from './calls.tsx'
import { CampaignView } from './campaign.tsx'
import { Campaigns } from './campaigns.tsx'
import { LeadView } from './lead.tsx'
import { Leads } from './leads.tsx'
import { Money } from './money.tsx'
import { Overview } from './overview.tsx'
import { Part } from './part.tsx'
import { learnSize } from './poll.ts'
import { type ConsoleRoute, hrefOf, useRoute } from './route.ts'
import { clientWith, forgetDrafts, forgetToken, keepToken, keptToken, SessionProvider, useSession } from './session.ts'
import { SignIn } from './sign-in.tsx'
import { useToast } from './toast.ts'
import { Webhooks } from './webhooks.tsx'

interface View {
  name: string
  title: string
  /** Absent if the view is in the separately loaded script. */
  All?: ComponentType
  One?: ComponentType<{ id: number }>
}

const views: readonly View[] = [
  { name: 'overview', title: 'Overview', All: Overview },
  { name: 'calls', title: 'Calls', All: Calls, One: CallView },
  { name: 'campaigns', title: 'Campaigns', All: Campaigns, One: CampaignView },
  { name: 'leads', title: 'Leads', All: Leads, One: LeadView },
  { name: 'assistants', title: 'Assistants', All: Assistants, One: AssistantView },
  { name: 'numbers', title: 'Numbers' },
  { name: 'tools', title: 'Tools' },
  { name: 'knowledge', title: 'Knowledge' },
  { name: 'texts', title: 'Texts' },
  { name: 'consents', title: 'Consents' },
  { name: 'blacklist', title: 'Blacklist', All: Blacklist },
  { name: 'webhooks', title: 'Webhooks', All: Webhooks },
  { name: 'balance', title: 'Balance', All: Money },
  { name: 'tokens', title: 'Tokens' },
]

const Console = () => {
  const [token, setToken] = useState(keptToken)
  const [reason, setReason] = useState<string>()
  const session = useMemo(
    () =>
      token === undefined
        ? undefined
        : {
            client: clientWith(token),
            leave: (why?: string) => {
              forgetToken()
              if (why === undefined) forgetDrafts()
              setReason(why)
              setToken(undefined)
            },
          },
    [token],
  )
  if (!session)
    return (
      <SignIn
        reason={reason}
        onGood={(good, owner) => {
          keepToken(good, owner)
          setToken(good)
        }}
      />
    )
  return (
    <SessionProvider value={session}>
      <Frame onLeave={() => session.leave()} />
    </SessionProvider>
  )
}

const Frame = ({ onLeave }: { onLeave: () => void }) => {
  const route = useRoute()
  const { client } = useSession()
  useEffect(() => {
    const stop = new AbortController()
    learnSize(client, stop.signal)
    return () => stop.abort()
  }, [client])
  const toast = useToast()
  const main = useRef<HTMLElement>(null)
  const wasHere = useRef(false)
  // Moves the focus, so that keyboards and screen readers start each view at its beginning.
  useLayoutEffect(() => {
    if (wasHere.current) main.current?.focus()
    wasHere.current = true
  }, [route.view, route.id, route.act])
  return (
    <div class="frame">
      <header class="side">
        <p class="name">Parlance</p>
        <nav aria-label="Views">
          {views.map(({ name, title }) => (
            <a key={name} href={hrefOf(name)} aria-current={route.view === name ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <p class="leave">
          <a href="docs">API reference</a>
          <button type="button" class="plain" onClick={onLeave}>
            Sign out
          </button>
        </p>
      </header>
      <main ref={main} tabIndex={-1}>
        <p role="status" class={toast ? 'toast' : 'unseen'}>
          {toast}
        </p>
        <Shown route={route} />
      </main>
    </div>
  )
}

const Shown = ({ route }: { route: ConsoleRoute }) => {
  const { view, id, act } = route
  const { All, One } = views.find(({ name }) => name === view) ?? (act === undefined ? { All: Overview } : {})
  if (act !== undefined || !All) return <Part key={`${view} ${id} ${act}`} route={route} />
  return One && id !== undefined ? <One key={id} id={id} /> : <All />
}

export const start = (): void => {
  const place = document.getElementById('console')
  if (place) render(<Console />, place)
}
