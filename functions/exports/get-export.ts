import { exportView } from '../../shared/domain/account/data-export.ts'
import { getExport } from '../../shared/operations/exports.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(getExport, async ({ user_id, id }, { clock, dataExports, exportFiles }) => {
  const made = found(await dataExports.find({ user_id, export_id: id }), 'export_not_found')
  return exportView(made, clock.now(), exportFiles.link)
})
