import { useState } from 'preact/hooks'
import { type GetAssistantAnswer, Problem } from '../../client.ts'
import { Heading, Seen, Time } from '../parts.tsx'
import { usePolled } from '../poll.ts'
import { hrefOf } from '../route.ts'
import { TextTalk } from './text-talk.tsx'
import { VoiceTalk } from './voice-talk.tsx'

export const Talk = ({ id }: { id: number }) => {
  const polled = usePolled(`talk to ${id}`, undefined, async (client, signal) => {
    const [assistant, draft] = await Promise.all([
      client.getAssistant({ id }, { signal }),
      client.getDraft({ id }, { signal }).catch((cause) => {
        if (cause instanceof Problem && cause.status === 404) return undefined
        throw cause
      }),
    ])
    return { assistant, draft }
  })
  return (
    <Seen polled={polled}>
      {({ assistant, draft }) => <TalkTo assistant={assistant} draftedAt={draft?.updated_at} />}
    </Seen>
  )
}

interface TalkToProps {
  assistant: GetAssistantAnswer
  draftedAt: string | undefined
}

const TalkTo = ({ assistant, draftedAt }: TalkToProps) => {
  const { id, name, version, mode } = assistant
  const [isDraft, setDraft] = useState(draftedAt !== undefined)
  const choice = (wantsDraft: boolean) => ({
    name: 'settings',
    checked: isDraft === wantsDraft,
    onChange: () => setDraft(wantsDraft),
  })
  return (
    <>
      <Heading title={`Talk to ${name}`}>
        <a class="button" href={hrefOf('assistants', id)}>
          Back to the assistant
        </a>
      </Heading>
      {draftedAt !== undefined && (
        <fieldset class="field">
          <legend>Settings</legend>
          <div class="boxes">
            <label>
              <input type="radio" {...choice(true)} />
              <span>
                Draft, changed <Time at={draftedAt} />
              </span>
            </label>
            <label>
              <input type="radio" {...choice(false)} />
              <span>Version {version}, which is live</span>
            </label>
          </div>
        </fieldset>
      )}
      <VoiceTalk key={`voice ${isDraft}`} id={id} name={name} isDraft={isDraft} />
      {mode === 'pipeline' && <TextTalk key={`text ${isDraft}`} id={id} name={name} isDraft={isDraft} />}
    </>
  )
}
