import { useEffect, useState } from 'preact/hooks'
import type { Client } from '../../client.ts'
import { newKey } from '../../key.ts'
import { useLatest } from '../latest.ts'
import { type Column, Pages, Table, usePages } from '../list.tsx'
import { Facts, Heading, Nothing, Seen, Status, Time } from '../parts.tsx'
import { paceOfPages, usePolled } from '../poll.ts'
import { go, hrefOf } from '../route.ts'
import { fileDrafts, howOfChanges } from '../session.ts'
import { FieldView } from './field.tsx'
import { type ImportDraft, newImportDraft } from './import-draft.ts'
import { type ChosenFile, columnMeanings, columnsOf, namesProblem, readLeadFile } from './lead-file.ts'
import { linkEnded, postFile, UploadState, useUpload } from './upload.tsx'

const draftsOf = fileDrafts<ImportDraft>()

export const ImportLeads = ({ campaign }: { campaign: number | undefined }) => {
  const [{ read, keep, forget, uploaded }] = useState(() => draftsOf(`import ${campaign ?? ''}`))
  const [draft, setDraft] = useState(read)
  const [refusal, setRefusal] = useState('')
  const run = useLatest()
  const change = (part: Partial<ImportDraft>) => {
    const last = read() ?? draft
    if (!last) return
    const next = { ...last, ...part, key: newKey() }
    keep(next)
    setDraft(next)
  }
  const refuse = (why: string) => {
    forget()
    setDraft(undefined)
    setRefusal(why)
  }
  const take = (chosen: File | undefined, sheet?: string) => {
    if (!chosen) return
    void run(() => readLeadFile(chosen, sheet), {
      done: (found) => {
        if ('refusal' in found) return refuse(found.refusal)
        const next = newImportDraft(found, campaign)
        keep(next)
        setDraft(next)
        setRefusal('')
      },
      failed: () => refuse('The file cannot be read. Choose it again.'),
    })
  }
  return (
    <>
      <Heading title="Import leads" />
      <Drop onFile={take} name={draft?.file.file.name} />
      {refusal && (
        <p class="trouble" role="alert">
          {refusal}
        </p>
      )}
      {draft && draft.file.sheets.length > 1 && (
        <Sheets file={draft.file} onSheet={(sheet) => take(draft.file.file, sheet)} />
      )}
      {draft && (
        <Mapping
          key={`${draft.file.file.name} ${draft.file.file.size} ${draft.file.sheet}`}
          draft={draft}
          onChange={change}
          onUploaded={uploaded}
        />
      )}
      <Imports />
    </>
  )
}

const Sheets = ({ file, onSheet }: { file: ChosenFile; onSheet: (sheet: string) => void }) => (
  <section class="card">
    <label>
      Sheet
      <select value={file.sheet} onChange={({ currentTarget }) => onSheet(currentTarget.value)}>
        {file.sheets.map((sheet) => (
          <option key={sheet} value={sheet}>
            {sheet}
          </option>
        ))}
      </select>
    </label>
  </section>
)

const Drop = ({ name, onFile }: { name: string | undefined; onFile: (file: File | undefined) => void }) => {
  const [isOver, setOver] = useState(false)
  return (
    <section
      class={`card drop${isOver ? ' over' : ''}`}
      aria-label="The file"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFile(event.dataTransfer?.files[0])
      }}
    >
      <label>
        Drop a CSV or Excel file here, or choose one
        <input
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,.xlsm,text/csv"
          onChange={({ currentTarget }) => onFile(currentTarget.files?.[0])}
        />
      </label>
      <p class="quiet">{name ? `Chosen: ${name}` : 'CSV or .xlsx, at most 100 MB. The first row names the columns.'}</p>
    </section>
  )
}

interface MappingProps {
  draft: ImportDraft
  onChange: (part: Partial<ImportDraft>) => void
  /** `draft`: the draft as it was when its upload began. */
  onUploaded: (draft: ImportDraft) => void
}

const Mapping = ({ draft, onChange, onUploaded }: MappingProps) => {
  const { file, names, campaignId, isDuplicateFine } = draft
  const rename = (place: number, name: string) =>
    onChange({ names: names.map((each, at) => (at === place ? name : each)) })
  const problem = namesProblem(names) ?? (campaignId ? undefined : 'Choose the campaign.')
  const columns: readonly Column<{ place: number }>[] = [
    { title: 'Column', kind: 'text', cell: ({ place }) => file.columns[place] || `Column ${place + 1}` },
    { title: 'First row', from: 'medium', kind: 'text', cell: ({ place }) => file.sample[place] ?? '' },
    {
      title: 'Meaning',
      kind: 'text',
      cell: ({ place }) => (
        <Meaning name={names[place] ?? ''} column={file.columns[place] ?? ''} onName={(name) => rename(place, name)} />
      ),
    },
  ]
  return (
    <section class="card">
      <h2>Columns</h2>
      <Table caption="Columns of the file" columns={columns} rows={names.map((_, index) => ({ place: index }))} />
      <FieldView
        name="campaign_id"
        path="campaign_id"
        schema={{ type: 'integer' }}
        value={campaignId}
        isRequired
        errors={{}}
        onChange={(value) => onChange({ campaignId: value })}
      />
      <FieldView
        name="allow_dupplicate"
        path="allow_dupplicate"
        schema={{ type: 'boolean' }}
        value={isDuplicateFine}
        errors={{}}
        onChange={(value) => onChange({ isDuplicateFine: value === true })}
      />
      {problem && <p class="wrong">{problem}</p>}
      <Upload draft={draft} isReady={!problem} onRefused={() => onChange({})} onUploaded={onUploaded} />
    </section>
  )
}

interface MeaningProps {
  name: string
  column: string
  onName: (name: string) => void
}

const Meaning = ({ name, column, onName }: MeaningProps) => {
  const isVariable = !columnMeanings.some(([each]) => each === name)
  return (
    <div class="row">
      <select
        aria-label={`Meaning of ${column}`}
        value={isVariable ? '' : name}
        onChange={({ currentTarget }) => onName(currentTarget.value || column)}
      >
        <option value="">Variable</option>
        {columnMeanings.map(([each, label]) => (
          <option key={each} value={each}>
            {label}
          </option>
        ))}
      </select>
      {isVariable && (
        <input
          type="text"
          aria-label={`Name of the variable of ${column}`}
          value={name}
          onInput={({ currentTarget }) => onName(currentTarget.value)}
        />
      )}
    </div>
  )
}

interface UploadProps extends Pick<MappingProps, 'draft' | 'onUploaded'> {
  isReady: boolean
  onRefused: () => void
}

const Upload = ({ draft, isReady, onRefused, onUploaded }: UploadProps) => {
  const { percent, trouble, upload } = useUpload()
  const run = () =>
    upload(
      async (client, onPercent) => {
        const id = await uploadLeads(client, draft, onPercent)
        onUploaded(draft)
        return id
      },
      { done: (id) => go('imports', id, 'show'), refused: onRefused },
    )
  return (
    <>
      <UploadState percent={percent} trouble={trouble} />
      <div class="row end">
        <button type="button" class="primary" disabled={!isReady || percent !== undefined} onClick={run}>
          {trouble ? 'Try again' : 'Import'}
        </button>
      </div>
    </>
  )
}

const uploadLeads = async (
  client: Client,
  { file: chosen, names, campaignId, isDuplicateFine, key }: ImportDraft,
  onPercent: (percent: number) => void,
): Promise<number> => {
  const { file, sheet } = chosen
  const columns = columnsOf(chosen, names)
  const made = await client.createLeadImport(
    {
      campaign_id: Number(campaignId),
      name: file.name,
      size: file.size,
      allow_dupplicate: isDuplicateFine,
      ...(sheet !== undefined && { sheet }),
      ...(columns && { columns }),
    },
    { idempotencyKey: key, ...howOfChanges },
  )
  const { id } = made.data
  // An earlier attempt may have uploaded the file although its answer was lost. A second upload
  // would end the import.
  const { status } = await client.getLeadImport({ id })
  if (status === 'failed') throw linkEnded()
  if (status === 'waiting') await postFile(made.upload, file, onPercent)
  return id
}

const importColumns: readonly Column<{
  id: number
  name: string
  status: string
  rows: number
  rejected: number
  created_at: string
}>[] = [
  { title: 'File', kind: 'text', cell: ({ id, name }) => <a href={hrefOf('imports', id, 'show')}>{name}</a> },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'Rows', from: 'medium', kind: 'number', cell: ({ rows }) => rows.toLocaleString('en-US') },
  { title: 'Rejected', from: 'medium', kind: 'number', cell: ({ rejected }) => rejected.toLocaleString('en-US') },
  { title: 'Begun', from: 'wide', cell: ({ created_at }) => <Time at={created_at} /> },
]

const Imports = () => {
  const paged = usePages(
    'lead imports',
    (client, page, signal) => client.listLeadImports(page, { signal }),
    paceOfPages,
  )
  return (
    <>
      <h2>Imports</h2>
      <Pages
        caption="Imports"
        columns={importColumns}
        paged={paged}
        empty={
          <Nothing title="No file was imported yet">
            An import goes on when this tab is closed. It appears here.
          </Nothing>
        }
      />
    </>
  )
}

const paceOfImport = { seconds: 3, secondsOfLong: 5 }

export const LeadImport = ({ id }: { id: number }) => {
  const [isOver, setOver] = useState(false)
  const pace = isOver ? undefined : paceOfImport
  const polled = usePolled(`lead import ${id}`, pace, (client, signal) => client.getLeadImport({ id }, { signal }))
  const status = polled.data?.status
  useEffect(() => setOver(status === 'done' || status === 'failed'), [status])
  return (
    <Seen polled={polled}>
      {(made) => (
        <>
          <Heading title={made.name}>
            <a class="button" href={hrefOf('campaigns', made.campaign_id)}>
              Open the campaign
            </a>
          </Heading>
          <section class="card" aria-live="polite">
            <h2 class="unseen">The import</h2>
            {made.status === 'waiting' && (
              <p>The file is not there yet. If its tab was closed during the upload, import the file again.</p>
            )}
            {made.failure_reason !== null && <p class="trouble">{made.failure_reason}</p>}
            <Facts
              facts={[
                ['Status', <Status key="status" of={made.status} />],
                ['Rows', made.rows.toLocaleString('en-US')],
                ['Imported', made.imported.toLocaleString('en-US')],
                ['Rejected', made.rejected.toLocaleString('en-US')],
                ['Begun', <Time key="begun" at={made.created_at} />],
              ]}
            />
          </section>
          {made.rejected > 0 && <Rejected made={made} />}
        </>
      )}
    </Seen>
  )
}

interface RejectedProps {
  made: { first_rejections: { line: number; reason: string }[]; rejected_files: { name: string; url: string }[] }
}

const Rejected = ({ made }: RejectedProps) => (
  <section class="card">
    <h2>Rejected rows</h2>
    <Table
      caption="Rejected rows"
      columns={[
        { title: 'Line', kind: 'number', cell: ({ line }) => line },
        { title: 'Reason', kind: 'text', cell: ({ reason }) => reason },
      ]}
      rows={made.first_rejections}
    />
    {made.rejected_files.map(({ name, url }) => (
      <p key={name}>
        <a href={url} download={name}>
          {`Download ${name}`}
        </a>
      </p>
    ))}
  </section>
)
