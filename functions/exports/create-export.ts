import { readExportAsk } from '../../shared/actions/account/export-ask.ts'
import { isOpened } from '../../shared/actions/legs/is-opened.ts'
import { exportView, newDataExport } from '../../shared/domain/account/data-export.ts'
import { createExport } from '../../shared/operations/exports.ts'
import { http } from '../../shared/runtime/http.ts'
import { must } from '../../shared/words/must.ts'

export const handler = http(createExport, async (request, { clock, dataExports, writeExportQueue }) => {
  const { user_id } = request
  const asked = await request.body(({ what, filters = {} }) => (what ? readExportAsk(what, filters).errors : {}))
  const { what, format = 'csv' } = asked
  const { filters } = must(readExportAsk(what, asked.filters ?? {}).ask, 'filters without errors')
  const wanted = (id: number) => newDataExport({ id, user_id, what, format, filters: { ...filters } })
  const id = await request.create(async (id) => isOpened(await dataExports.begin(wanted(id)), 'too_many_exports'))
  await writeExportQueue.nudge({ user_id, export_id: id })
  return { message: 'The list will be exported', data: exportView(wanted(id), clock.now(), noLink) }
})

const noLink = (): string => ''
