import { useEffect, useState } from 'preact/hooks'
import { type Client, Problem } from '../../client.ts'
import { newKey } from '../../key.ts'
import { useLatest } from '../latest.ts'
import { type Column, Pages, Table, usePages } from '../list.tsx'
import { Facts, Heading, Nothing, Seen, Status, Time } from '../parts.tsx'
import { paceOfPages, usePolled } from '../poll.ts'
import { type Trouble, troubleOf } from '../problems.ts'
import { go, hrefOf } from '../route.ts'
import { howOfChanges } from '../session.ts'
import { FieldView } from './field.tsx'
import { type ChosenFile, columnMeanings, columnsOf, guessedNames, namesProblem, readLeadFile } from './lead-file.ts'
import { askingBeforeUnload, broken, postFile } from './upload.ts'

export const ImportLeads = ({ campaign }: { campaign: number | undefined }) => {
  const [file, setFile] = useState<ChosenFile>()
  const [refusal, setRefusal] = useState('')
  const run = useLatest()
  const refuse = (why: string) => {
    setFile(undefined)
    setRefusal(why)
  }
  const take = (chosen: File | undefined, sheet?: string) => {
    if (!chosen) return
    void run(() => readLeadFile(chosen, sheet), {
      done: (read) => {
        if ('refusal' in read) return refuse(read.refusal)
        setFile(read)
        setRefusal('')
      },
      failed: () => refuse('The file cannot be read. Choose it again.'),
    })
  }
  return (
    <>
      <Heading title="Import leads" />
      <Drop onFile={take} name={file?.file.name} />
      {refusal && (
        <p class="trouble" role="alert">
          {refusal}
        </p>
      )}
      {file && file.sheets.length > 1 && <Sheets file={file} onSheet={(sheet) => take(file.file, sheet)} />}
      {file && <Mapping key={`${file.file.name} ${file.file.size} ${file.sheet}`} file={file} campaign={campaign} />}
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

const Mapping = ({ file, campaign }: { file: ChosenFile; campaign: number | undefined }) => {
  const [names, setNames] = useState(() => guessedNames(file.columns))
  const [campaignId, setCampaignId] = useState<unknown>(campaign)
  const [isDuplicateFine, setDuplicateFine] = useState(false)
  const rename = (place: number, name: string) => setNames(names.map((each, at) => (at === place ? name : each)))
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
      <Table caption="Columns of the file" columns={columns} rows={names.map((_, place) => ({ place }))} />
      <FieldView
        name="campaign_id"
        path="campaign_id"
        schema={{ type: 'integer' }}
        value={campaignId}
        isRequired
        errors={{}}
        onChange={setCampaignId}
      />
      <FieldView
        name="allow_dupplicate"
        path="allow_dupplicate"
        schema={{ type: 'boolean' }}
        value={isDuplicateFine}
        errors={{}}
        onChange={(value) => setDuplicateFine(value === true)}
      />
      {problem && <p class="wrong">{problem}</p>}
      <Upload
        file={file}
        columns={columnsOf(file, names)}
        campaign_id={problem ? undefined : Number(campaignId)}
        allow_dupplicate={isDuplicateFine}
      />
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

interface UploadProps {
  file: ChosenFile
  columns: string[] | undefined
  /** Undefined while the import cannot begin. */
  campaign_id: number | undefined
  allow_dupplicate: boolean
}

const Upload = ({ file: { file, sheet }, columns, campaign_id, allow_dupplicate }: UploadProps) => {
  const runLatest = useLatest()
  const [percent, setPercent] = useState<number>()
  const [trouble, setTrouble] = useState<Trouble>()
  const [key, setKey] = useState(newKey)
  const isRunning = percent !== undefined
  const run = () => {
    if (campaign_id === undefined) return
    setTrouble(undefined)
    setPercent(0)
    const upload = async (client: Client) => {
      const what = { ...(sheet !== undefined && { sheet }), ...(columns && { columns }) }
      const draft = { campaign_id, name: file.name, size: file.size, allow_dupplicate, ...what }
      const made = await client.createLeadImport(draft, { idempotencyKey: key, ...howOfChanges })
      await postFile(made.upload, file, setPercent)
      return made.data.id
    }
    void runLatest((client) => askingBeforeUnload(() => upload(client)), {
      done: (id) => go('imports', id, 'show'),
      failed: (cause) => {
        // After an error of the API the import has ended, so the next upload needs a new key.
        if (cause instanceof Problem) setKey(newKey())
        setTrouble(cause instanceof Problem ? troubleOf(cause) : broken)
        setPercent(undefined)
      },
    })
  }
  return (
    <>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble.message} <span>{trouble.advice}</span>
        </p>
      )}
      {isRunning && (
        <p role="status">
          <progress aria-label="Upload" max={100} value={percent} /> {percent} % uploaded. Keep this tab open.
        </p>
      )}
      <div class="row end">
        <button type="button" class="primary" disabled={campaign_id === undefined || isRunning} onClick={run}>
          {trouble ? 'Try again' : 'Import'}
        </button>
      </div>
    </>
  )
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
