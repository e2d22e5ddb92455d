import { isoTime } from '../../shared/domain/time.ts'
import { listEvidenceKeys } from '../../shared/operations/evidence.ts'
import { http } from '../../shared/runtime/http.ts'

/** The same for every user of a stage. A key that has signed nothing yet is not there. */
export const handler = http(listEvidenceKeys, async (_request, { evidenceKeys }) => {
  const keys = await evidenceKeys.list()
  return { keys: keys.map(({ since, ...key }) => ({ ...key, since: isoTime(since) })) }
})
