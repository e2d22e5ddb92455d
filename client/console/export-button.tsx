import type { CreateExportInput } from '../client.ts'
import { ActionButton } from './action.tsx'
import { go } from './route.ts'

export type ExportedList = Pick<CreateExportInput, 'what' | 'filters'>

export const ExportButton = ({ what, filters = {} }: ExportedList) => (
  <ActionButton
    label="Export"
    about={JSON.stringify({ what, filters })}
    run={(client, how) => client.createExport({ what, format: 'csv', filters }, how)}
    onDone={({ data }) => go('exports', data.id, 'show')}
  />
)
