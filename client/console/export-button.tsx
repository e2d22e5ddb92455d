import type { CreateExportInput } from '../client.ts'
import { ActionButton } from './action.tsx'
import { go } from './route.ts'

export type ExportedList = Pick<CreateExportInput, 'what' | 'filters'>

export const ExportButton = ({ what, filters = {} }: ExportedList) => (
  <ActionButton
    label="Export"
    about={JSON.stringify({ what, filters })}
    run={async (client, how) => {
      const { data } = await client.createExport({ what, format: 'csv', filters }, how)
      go('exports', data.id, 'show')
    }}
    onDone={() => undefined}
  />
)
