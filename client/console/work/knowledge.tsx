import { useState } from 'preact/hooks'
import { type ListDocumentsAnswer, type ListKnowledgebasesAnswer, Problem } from '../../client.ts'
import { newKey } from '../../key.ts'
import { ActionButton } from '../action.tsx'
import { useLatest } from '../latest.ts'
import { type Column, Table } from '../list.tsx'
import { Heading, Nothing, Seen, Status, Time } from '../parts.tsx'
import { paceOfSettings, usePolled } from '../poll.ts'
import { type Trouble, troubleOf } from '../problems.ts'
import { go, hrefOf } from '../route.ts'
import { howOfChanges } from '../session.ts'
import { OnceForm } from './once-form.tsx'
import { broken, postFile } from './upload.ts'

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

/** Seconds between polls while the product reads a document. */
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

const AddFile = ({ id, onDone }: { id: number; onDone: () => void }) => {
  const run = useLatest()
  const [percent, setPercent] = useState<number>()
  const [trouble, setTrouble] = useState<Trouble>()
  const add = (file: File | undefined) => {
    if (!file) return
    const type = kindOf(file.name)
    setTrouble(undefined)
    if (!type) return setTrouble({ message: 'This kind of file cannot be read.', advice: 'Choose a PDF, DOCX or TXT.' })
    if (file.size > bytesMax) return setTrouble({ message: 'The file is larger than 20 MB.', advice: 'Split it.' })
    setPercent(0)
    return run(
      async (client) => {
        const draft = { id, name: file.name.slice(0, 100), type, size: file.size }
        const { upload } = await client.createDocument(draft, { idempotencyKey: newKey(), ...howOfChanges })
        if (upload) await postFile(upload, file, setPercent)
      },
      {
        done: () => {
          onDone()
          setPercent(undefined)
        },
        failed: (cause) => {
          setTrouble(cause instanceof Problem ? troubleOf(cause) : broken)
          setPercent(undefined)
        },
      },
    )
  }
  return (
    <section class="card drop" aria-label="A document">
      <label>
        Add a PDF, DOCX or TXT file of at most 20 MB
        <input
          type="file"
          accept=".pdf,.docx,.txt,.md"
          disabled={percent !== undefined}
          onChange={({ currentTarget }) => {
            void add(currentTarget.files?.[0])
            currentTarget.value = ''
          }}
        />
      </label>
      {percent !== undefined && (
        <p role="status">
          <progress aria-label="Upload" max={100} value={percent} /> {percent} % uploaded.
        </p>
      )}
      {trouble && (
        <p class="trouble" role="alert">
          {trouble.message} <span>{trouble.advice}</span>
        </p>
      )}
    </section>
  )
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
