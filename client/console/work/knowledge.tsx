import { useEffect, useState } from 'preact/hooks'
import type { Client, ListDocumentsAnswer, ListKnowledgebasesAnswer } from '../../client.ts'
import { newKey } from '../../key.ts'
import { ActionButton } from '../action.tsx'
import { type Column, Table } from '../list.tsx'
import { Heading, Nothing, Seen, Status, Time } from '../parts.tsx'
import { paceOfSettings, usePolled } from '../poll.ts'
import { go, hrefOf } from '../route.ts'
import { fileDrafts, howOfChanges } from '../session.ts'
import { OnceForm } from './once-form.tsx'
import { linkEnded, postFile, UploadState, useUpload } from './upload.tsx'

const columns: readonly Column<ListKnowledgebasesAnswer['data'][number]>[] = [
  { title: 'Name', kind: 'text', cell: ({ id, name }) => <a href={hrefOf('knowledge', id)}>{name}</a> },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'Description', from: 'medium', kind: 'text', cell: ({ description }) => description ?? '–' },
]

export const Knowledge = () => {
  const polled = usePolled('knowledge', paceOfSettings, (client, signal) => client.listKnowledgebases({}, { signal }))
  return (
    <>
      <Heading title="Knowledge">
        <a class="button" href={hrefOf('knowledge', undefined, 'new')}>
          New knowledge base
        </a>
      </Heading>
      <Seen polled={polled}>
        {({ data }) =>
          data.length === 0 ? (
            <Nothing title="No knowledge base yet">
              A knowledge base holds documents and web pages that assistants answer from. Create one, add documents,
              then choose it in an assistant.
            </Nothing>
          ) : (
            <div class="card">
              <Table caption="Knowledge bases" columns={columns} rows={data} />
            </div>
          )
        }
      </Seen>
    </>
  )
}

const paceOfDocuments = { seconds: 5, secondsOfLong: 10 }

export const KnowledgeView = ({ id }: { id: number }) => {
  const polled = usePolled(`knowledge ${id}`, paceOfDocuments, async (client, signal) => {
    const [base, documents] = await Promise.all([
      client.getKnowledgebase({ id }, { signal }),
      client.listDocuments({ id }, { signal }),
    ])
    return { base: base.data, documents: documents.data }
  })
  return (
    <Seen polled={polled}>
      {({ base, documents }) => (
        <>
          <Heading title={base.name}>
            <a class="button" href={hrefOf('knowledge', id, 'edit')}>
              Edit
            </a>
            <a class="button" href={hrefOf('knowledge', id, 'website')}>
              Add website
            </a>
            <ActionButton
              label="Delete"
              isDangerous
              question="Delete this knowledge base?"
              consequence="Its documents are deleted with it. Assistants go on without it."
              run={(client, how) => client.deleteKnowledgebase({ id }, how)}
              onDone={() => go('knowledge')}
            />
          </Heading>
          <AddFile id={id} onDone={polled.again} />
          <Documents id={id} documents={documents} onDone={polled.again} />
        </>
      )}
    </Seen>
  )
}

interface DocumentsProps {
  id: number
  documents: ListDocumentsAnswer['data']
  onDone: () => void
}

const Documents = ({ id, documents, onDone }: DocumentsProps) => {
  const columnsOfDocuments: readonly Column<ListDocumentsAnswer['data'][number]>[] = [
    { title: 'Name', kind: 'text', cell: ({ name }) => name },
    { title: 'Kind', from: 'medium', cell: ({ type_label }) => type_label },
    {
      title: 'Status',
      kind: 'text',
      cell: ({ status, failure_reason }) => (
        <>
          <Status of={status} /> {failure_reason}
        </>
      ),
    },
    { title: 'Added', from: 'full', cell: ({ created_at }) => <Time at={created_at} /> },
    {
      title: 'Action',
      cell: (document) => (
        <ActionButton
          label="Remove"
          isDangerous
          question={`Remove ${document.name}?`}
          consequence="Within seconds, assistants know no more what it said."
          run={(client, how) => client.deleteDocument({ id, document_id: document.id }, how)}
          onDone={onDone}
        />
      ),
    },
  ]
  return (
    <section class="card">
      <h2>Documents</h2>
      {documents.length === 0 ? (
        <Nothing title="No documents yet">Choose a file above, or add a website.</Nothing>
      ) : (
        <Table caption="Documents" columns={columnsOfDocuments} rows={documents} />
      )}
    </section>
  )
}

/** Bytes; the API's limit. */
const bytesMax = 20 * 1024 * 1024
const kinds = { pdf: 'pdf', txt: 'txt', md: 'txt', docx: 'docx' } as const
const kindOf = (name: string) => Object.entries(kinds).find(([end]) => name.toLowerCase().endsWith(`.${end}`))?.[1]

interface FileDraft {
  file: File
  type: (typeof kinds)[keyof typeof kinds]
  /** Idempotency key. A refused upload gets a new one. */
  key: string
}

const draftsOf = fileDrafts<FileDraft>()

const AddFile = ({ id, onDone }: { id: number; onDone: () => void }) => {
  const [{ read, keep, forget, uploaded }] = useState(() => draftsOf(`document ${id}`))
  const [draft, setDraft] = useState(read)
  const { percent, trouble, setTrouble, upload } = useUpload()
  const run = (next: FileDraft) =>
    upload(
      async (client, onPercent) => {
        await uploadDocument(client, { id, ...next }, onPercent)
        uploaded(next)
      },
      {
        done: () => {
          setDraft(undefined)
          onDone()
        },
        refused: () => {
          forget()
          setDraft({ ...next, key: newKey() })
        },
      },
    )
  const begin = (next: FileDraft) => {
    keep(next)
    setDraft(next)
    run(next)
  }
  const add = (file: File | undefined) => {
    if (!file) return
    const type = kindOf(file.name)
    if (type && file.size <= bytesMax) return begin({ file, type, key: newKey() })
    forget()
    setDraft(undefined)
    setTrouble(
      type
        ? { message: 'The file is larger than 20 MB.', advice: 'Split it.' }
        : { message: 'This kind of file cannot be read.', advice: 'Choose a PDF, DOCX or TXT.' },
    )
  }
  useEffect(() => {
    if (draft) run(draft)
  }, [])
  return (
    <section class="card drop" aria-label="A document">
      <label>
        Add a PDF, DOCX or TXT file of at most 20 MB
        <input
          type="file"
          accept=".pdf,.docx,.txt,.md"
          disabled={percent !== undefined}
          onChange={({ currentTarget }) => {
            add(currentTarget.files?.[0])
            currentTarget.value = ''
          }}
        />
      </label>
      <UploadState percent={percent} trouble={trouble} />
      {draft && trouble && (
        <div class="row end">
          <button type="button" class="primary" onClick={() => begin(draft)}>
            Try again
          </button>
        </div>
      )}
    </section>
  )
}

const uploadDocument = async (
  client: Client,
  { id, file, type, key }: FileDraft & { id: number },
  onPercent: (percent: number) => void,
): Promise<void> => {
  const draft = { id, name: file.name.slice(0, 100), type, size: file.size }
  const made = await client.createDocument(draft, { idempotencyKey: key, ...howOfChanges })
  // An earlier attempt may have uploaded the file although its answer was lost.
  const { data } = await client.getDocument({ id, document_id: made.data.id })
  if (data.status === 'failed') throw linkEnded()
  if (data.status === 'processing' && made.upload) await postFile(made.upload, file, onPercent)
}

export const AddWebsite = ({ id }: { id: number }) => (
  <OnceForm
    view="knowledge"
    title="Add a website"
    label="Add website"
    operation="createDocument"
    path={{ id }}
    leftOut={['type', 'size']}
    groups={[{ title: 'Website', names: ['name', 'description', 'url', 'links', 'relative_links_limit'] }]}
    prepare={(changed) => ({ ...changed, type: 'website' })}
    said="The website is being read."
    next={() => go('knowledge', id)}
  />
)
