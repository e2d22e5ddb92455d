import { useEffect, useRef, useState } from 'preact/hooks'
import type { ListAssistantVersionsAnswer, ListTokensAnswer } from '../../client.ts'
import { ActionButton } from '../action.tsx'
import { type Column, Pages, usePages } from '../list.tsx'
import { Facts, Nothing, Seen, Status, Time } from '../parts.tsx'
import { paceOfSettings, usePolled } from '../poll.ts'
import { useSession } from '../session.ts'
import { showToast } from '../toast.ts'
import { ChangeFrame } from './change-frame.tsx'
import { Changes } from './changes.tsx'
import { textOf } from './difference.ts'
import { labelOf } from './words.ts'

type Version = ListAssistantVersionsAnswer['data'][number]

export const AssistantVersions = ({ id }: { id: number }) => (
  <ChangeFrame id={id} act="versions" title={(name) => `Versions of ${name}`}>
    <VersionList id={id} />
  </ChangeFrame>
)

const VersionList = ({ id }: { id: number }) => {
  const paged = usePages(
    `versions ${id}`,
    (client, page, signal) => client.listAssistantVersions({ id, ...page }, { signal }),
    paceOfSettings,
  )
  const authorOf = useAuthors()
  const [shown, setShown] = useState<number>()
  const columns: readonly Column<Version>[] = [
    {
      title: 'Version',
      cell: ({ number }) => (
        <button type="button" class="link" aria-expanded={number === shown} onClick={() => setShown(number)}>
          Version {number}
        </button>
      ),
    },
    { title: 'Note', kind: 'text', cell: (version) => noteOf(version) },
    { title: 'Status', from: 'medium', cell: ({ is_live }) => is_live && <Status of="live" /> },
    { title: 'Calls', from: 'wide', kind: 'number', cell: ({ calls }) => calls.toLocaleString('en-US') },
    { title: 'By', from: 'wide', kind: 'text', cell: ({ token_id }) => authorOf(token_id) },
    { title: 'Made', from: 'medium', cell: ({ created_at }) => <Time at={created_at} /> },
  ]
  return (
    <>
      <Pages
        caption="Versions"
        columns={columns}
        paged={paged}
        empty={<Nothing title="No versions yet">Every change of the assistant becomes a version.</Nothing>}
      />
      {shown !== undefined && (
        <VersionShown key={shown} id={id} number={shown} authorOf={authorOf} onRestored={paged.polled.again} />
      )}
    </>
  )
}

const noteOf = ({ note, restored_from }: Pick<Version, 'note' | 'restored_from'>): string =>
  [note, restored_from !== null && `Restored from version ${restored_from}`].filter(Boolean).join('. ') || '–'

type AuthorOf = (token_id: string | null) => string

const useAuthors = (): AuthorOf => {
  const { client } = useSession()
  const [tokens, setTokens] = useState<ListTokensAnswer['data']>([])
  useEffect(() => {
    const stop = new AbortController()
    client.listTokens({}, { signal: stop.signal }).then(
      ({ data }) => setTokens(data),
      () => undefined,
    )
    return () => stop.abort()
  }, [client])
  return (token_id) => {
    const token = tokens.find(({ id }) => String(id) === token_id)
    return token ? (token.name ?? `token …${token.ending}`) : token_id === null ? '–' : `token ${token_id}`
  }
}

interface ShownProps {
  id: number
  number: number
  authorOf: AuthorOf
  onRestored: () => void
}

const VersionShown = ({ id, number, authorOf, onRestored }: ShownProps) => {
  const [compared, setCompared] = useState<number>()
  const polled = usePolled(`version ${id} ${number} ${compared}`, undefined, (client, signal) =>
    client.getAssistantVersion(
      { id, version: number, ...(compared !== undefined && { compared_to: compared }) },
      { signal },
    ),
  )
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  return (
    <section class="card" ref={section} tabIndex={-1} aria-labelledby="version">
      <div class="heading">
        <h2 id="version">Version {number}</h2>
        <div class="row">
          <label>
            Compare with version{' '}
            <input
              class="short"
              inputMode="numeric"
              placeholder={String(Math.max(1, number - 1))}
              onChange={({ currentTarget }) => setCompared(numberIn(currentTarget.value))}
            />
          </label>
        </div>
      </div>
      <Seen polled={polled}>
        {(version) => (
          <>
            <Facts
              facts={[
                ['Made', <Time key="made" at={version.created_at} />],
                ['By', authorOf(version.token_id)],
                ['Note', noteOf(version)],
                ['Calls', version.calls.toLocaleString('en-US')],
              ]}
            />
            <h3>
              {version.compared_to === null ? 'Nothing to compare' : `Changes since version ${version.compared_to}`}
            </h3>
            {version.changes.length === 0 ? (
              <p class="quiet">No setting differs.</p>
            ) : (
              <Changes changes={version.changes} />
            )}
            <details>
              <summary>All settings</summary>
              <Facts
                facts={Object.entries(version.settings).map(([name, value]) => [labelOf(name), textOf(value) || '–'])}
              />
            </details>
            {version.is_live ? (
              <p>This version is live.</p>
            ) : (
              <div class="row">
                <ActionButton
                  label="Restore"
                  question={`Restore version ${number}?`}
                  consequence="Its settings become the newest version, and the next call follows them. A rollout that runs ends. No version is lost."
                  run={(client, how) => client.restoreAssistantVersion({ id, version: number }, how)}
                  onDone={() => {
                    showToast(`Version ${number} is restored.`)
                    polled.again()
                    onRestored()
                  }}
                />
              </div>
            )}
          </>
        )}
      </Seen>
    </section>
  )
}

const numberIn = (text: string): number | undefined => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : undefined)
