import { exportPrefix } from '../../shared/domain/account/data-export.ts'
import { packedPrefix, uploadPrefix } from '../../shared/domain/knowledge/knowledgebase.ts'
import { leadFilePattern } from '../../shared/domain/leads/lead-import.ts'
import { listPrefix } from '../../shared/domain/suppression-lists/suppression-list.ts'
import type { Operation } from '../../shared/operations/define.ts'

const kept = 'kept-*'
const audio = `${kept}/*.mp3`

export const recordingPatterns = ({ area, kind }: Operation): string[] => {
  if (area === 'evidence') return [`${kept}/evidence-*.jsonl`]
  if (area === 'exports') return [`${exportPrefix}*`]
  if (area === 'leads') return [`${kept}/rejected-*.csv`]
  if (area !== 'people') return [audio]
  // Workers erase every kind of file. HTTP functions only sign links to exports.
  return kind === 'worker' ? [`${kept}/*`, leadFilePattern, `${exportPrefix}*`] : [`${kept}/person-*.jsonl`]
}

export const knowledgePatterns = ({ area, kind }: Operation): string[] => {
  if (area === 'suppression-lists') return [`${listPrefix}*`]
  if (area === 'leads') return kind === 'worker' ? [leadFilePattern, `${kept}/rejected-*.csv`] : [leadFilePattern]
  if (area !== 'knowledgebases') return [`${packedPrefix}*`]
  return kind === 'worker' ? [`${packedPrefix}*`, `${uploadPrefix}*`] : [`${uploadPrefix}*`]
}
