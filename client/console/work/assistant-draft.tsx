import type { Client, GetDraftAnswer } from '../../client.ts'
import { ActionButton } from '../action.tsx'
import { Facts, Nothing, Seen, Time } from '../parts.tsx'
import { paceOfSettings, usePolled } from '../poll.ts'
import { go, hrefOf } from '../route.ts'
import { showToast } from '../toast.ts'
import { ChangeFrame, readDraftOf } from './change-frame.tsx'
import { Changes } from './changes.tsx'
import { type Saved, useSavedElsewhere } from './filling.ts'
import { Form } from './form.tsx'
import { assistants } from './nouns.ts'
import { signalOf } from './thing-form.tsx'

export const AssistantDraft = ({ id }: { id: number }) => {
  const polled = usePolled(`draft ${id}`, paceOfSettings, (client, signal) => readDraftOf(client, id, { signal }))
  return (
    <ChangeFrame id={id} act="draft" title={(name) => `Draft of ${name}`}>
      <Seen polled={polled}>
        {(draft) =>
          draft ? (
            <DraftFound id={id} draft={draft} onDone={polled.again} />
          ) : (
            <Nothing title="No draft yet">
              A draft is a change that no call uses. <a href={hrefOf('assistants', id, 'redraft')}>Begin one</a>, try it
              out on past calls, then give it to everybody or to a share of people first.
            </Nothing>
          )
        }
      </Seen>
    </ChangeFrame>
  )
}

interface FoundProps {
  id: number
  draft: GetDraftAnswer
  onDone: () => void
}

const DraftFound = ({ id, draft, onDone }: FoundProps) => (
  <>
    <section class="card">
      <h2>Changes since version {draft.live_version}, which is live</h2>
      <Facts
        facts={[
          ['Note', draft.note ?? '–'],
          ['Saved', <Time key="saved" at={draft.updated_at} />],
        ]}
      />
      {draft.changes.length === 0 ? (
        <p class="quiet">No setting differs from the live version yet.</p>
      ) : (
        <Changes changes={draft.changes} />
      )}
      <div class="row">
        <a class="button" href={hrefOf('assistants', id, 'redraft')}>
          Edit the draft
        </a>
        <a class="button" href={hrefOf('assistants', id, 'talk')}>
          Talk to it
        </a>
        <a class="button" href={hrefOf('assistants', id, 'replay')}>
          Replay past calls
        </a>
        <ActionButton
          label="Delete the draft"
          isDangerous
          question="Delete this draft?"
          consequence="The live version stays. A replay or a rollout that runs goes on."
          run={(client, how) => client.discardDraft({ id }, how)}
          onDone={() => {
            showToast('The draft is deleted.')
            onDone()
          }}
        />
      </div>
    </section>
    <section class="card">
      <h2>Publish</h2>
      <p class="quiet">
        A rollout gives the draft to a share of people first, and guards take it back when it does harm.
      </p>
      <div class="row">
        <a class="button" href={hrefOf('assistants', id, 'canary')}>
          Give it to a share of people
        </a>
        <ActionButton
          label="Publish for everybody"
          question="Make this draft live for everybody?"
          consequence="The next call follows it. The version that is live now can be restored."
          run={(client, how) => client.publishDraft({ id, revision: draft.revision }, how)}
          onDone={() => {
            showToast('The draft is live.')
            go('assistants', id, 'versions')
          }}
        />
      </div>
    </section>
  </>
)

const readForm = async (client: Client, id: number, signal?: AbortSignal): Promise<Saved> => {
  const [live, draft] = await Promise.all([
    client.getAssistant({ id }, signalOf(signal)),
    readDraftOf(client, id, signalOf(signal)),
  ])
  const revision = draft?.revision ?? 0
  return {
    values: { ...(draft?.settings ?? live), note: draft?.note ?? null, revision },
    revision: `${revision} ${live.version}`,
  }
}

export const EditDraft = ({ id }: { id: number }) => {
  const about = `drafts ${id}`
  const polled = usePolled(`edit ${about}`, paceOfSettings, (client, signal) => readForm(client, id, signal))
  useSavedElsewhere(about, polled.again)
  return (
    <ChangeFrame id={id} act="draft" title={(name) => `Draft of ${name}`}>
      <Seen polled={polled}>
        {(stored) => (
          <Form
            about={about}
            label="Save draft"
            operation="saveDraft"
            ofNew={assistants.create}
            leftOut={[...(assistants.leftOut ?? []), 'revision']}
            path={{ id }}
            groups={[{ title: 'Version', names: ['note'] }, ...assistants.groups]}
            stored={stored}
            readAgain={(client) => readForm(client, id)}
            prepare={(changed, base) => ({ ...changed, revision: base.revision })}
            onSaved={() => {
              showToast('The draft is saved. No call uses it yet.')
              go('assistants', id, 'draft')
            }}
            cancel={() => go('assistants', id, 'draft')}
          />
        )}
      </Seen>
    </ChangeFrame>
  )
}
