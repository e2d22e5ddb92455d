import { useState } from 'preact/hooks'
import type { ListToolsAnswer, TestToolAnswer } from '../../client.ts'
import { ActionButton } from '../action.tsx'
import { type Column, Table } from '../list.tsx'
import { Facts, Heading, Nothing, Seen, Status, Time } from '../parts.tsx'
import { paceOfSettings, usePolled } from '../poll.ts'
import { go, hrefOf } from '../route.ts'
import { isRecord, memberOf } from './catalogue.ts'
import { Form } from './form.tsx'

type Tool = ListToolsAnswer[number]

const columns: readonly Column<Tool>[] = [
  { title: 'Name', kind: 'text', cell: ({ id, name }) => <a href={hrefOf('tools', id)}>{name}</a> },
  { title: 'Request', kind: 'text', cell: ({ method, endpoint }) => `${method} ${endpoint}` },
  { title: 'Changed', from: 'wide', cell: ({ updated_at }) => <Time at={updated_at} /> },
]

export const Tools = () => {
  const polled = usePolled('tools', paceOfSettings, (client, signal) => client.listTools({}, { signal }))
  return (
    <>
      <Heading title="Tools">
        <a class="button" href={hrefOf('tools', undefined, 'new')}>
          New tool
        </a>
      </Heading>
      <Seen polled={polled}>
        {(tools) =>
          tools.length === 0 ? (
            <Nothing title="No tools yet">
              A tool is a request to a server of yours, which an assistant makes during a call. Create one, test it,
              then give it to an assistant.
            </Nothing>
          ) : (
            <div class="card">
              <Table caption="Tools" columns={columns} rows={tools} />
            </div>
          )
        }
      </Seen>
    </>
  )
}

export const ToolView = ({ id }: { id: number }) => {
  const polled = usePolled(`tool ${id}`, undefined, (client, signal) => client.getTool({ id }, { signal }))
  return <Seen polled={polled}>{(tool) => <ToolFound tool={tool} />}</Seen>
}

const ToolFound = ({ tool }: { tool: Tool }) => (
  <>
    <Heading title={tool.name}>
      <a class="button" href={hrefOf('tools', tool.id, 'edit')}>
        Edit
      </a>
      <ActionButton
        label="Delete"
        isDangerous
        question="Delete this tool?"
        consequence="Assistants that use it go on without it."
        run={(client, how) => client.deleteTool({ id: tool.id }, how)}
        onDone={() => go('tools')}
      />
    </Heading>
    <section class="card">
      <h2>Settings</h2>
      <Facts
        facts={[
          ['Request', `${tool.method} ${tool.endpoint}`],
          ['Description', tool.description],
          ['Longest wait', `${tool.timeout} s`],
          ['Headers', tool.headers.map(({ name, value }) => `${name}: ${value}`).join('\n') || '–'],
          ['Parameters', tool.schema.map(({ name, type }) => `${name} (${type})`).join(', ') || '–'],
        ]}
      />
    </section>
    <TestTool id={tool.id} />
  </>
)

const TestTool = ({ id }: { id: number }) => {
  const [tested, setTested] = useState<TestToolAnswer['data']>()
  return (
    <>
      <h2>Test</h2>
      <p class="quiet">The request leaves as it would in a call, with the header parlance-test: true.</p>
      <Form
        about={`tools ${id} test`}
        label="Run the tool"
        operation="testTool"
        path={{ id }}
        groups={[{ title: 'Values', names: ['arguments', 'variables'] }]}
        onSaved={(answer) => isTested(answer) && setTested(answer.data)}
        cancel={() => go('tools')}
      />
      {tested && (
        <section class="card" aria-live="polite">
          <h2>Answer</h2>
          <Facts
            facts={[
              ['Outcome', <Status key="outcome" of={tested.answer.status} />],
              ['Status', tested.answer.http_status ?? tested.answer.error ?? 'no answer'],
              ['Time', `${tested.answer.duration_ms} ms`],
              ['Sent to', `${tested.request.method} ${tested.request.url}`],
            ]}
          />
          <pre class="break">{tested.answer.body}</pre>
        </section>
      )}
    </>
  )
}

const isTested = (answer: unknown): answer is TestToolAnswer => isRecord(memberOf(memberOf(answer, 'data'), 'answer'))
