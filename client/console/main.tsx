import { type ComponentType, render } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
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
import { useSize } from './poll.ts'
import { hrefOf, type Route, useRoute } from './route.ts'
import { clientWith, forgetToken, keepToken, keptToken, SessionProvider } from './session.ts'
import { SignIn } from './sign-in.tsx'
import { Webhooks } from './webhooks.tsx'

/** The console: what people look at all day, through the same API as everyone. */

interface View {
  name: string
  title: string
  All: ComponentType
  One?: ComponentType<{ id: number }>
}

const views: readonly View[] = [
  { name: 'calls', title: 'Calls', All: Calls, One: CallView },
  { name: 'campaigns', title: 'Campaigns', All: Campaigns, One: CampaignView },
  { name: 'leads', title: 'Leads', All: Leads, One: LeadView },
  { name: 'assistants', title: 'Assistants', All: Assistants, One: AssistantView },
  { name: 'webhooks', title: 'Webhooks', All: Webhooks },
  { name: 'blacklist', title: 'Blacklist', All: Blacklist },
  { name: 'balance', title: 'Balance', All: Money },
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
        onGood={(good) => {
          keepToken(good)
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
  const isSized = useSize()
  const main = useRef<HTMLElement>(null)
  const wasHere = useRef(false)
  // Who comes by keyboard or by ear begins each view at its beginning.
  useLayoutEffect(() => {
    if (wasHere.current) main.current?.focus()
    wasHere.current = true
  }, [route.view, route.id])
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
        {isSized && <Shown route={route} />}
      </main>
    </div>
  )
}

const Shown = ({ route: { view, id } }: { route: Route }) => {
  const { All, One } = views.find(({ name }) => name === view) ?? { All: Calls }
  return One && id !== undefined ? <One key={id} id={id} /> : <All />
}

const place = document.getElementById('console')
if (place) render(<Console />, place)
