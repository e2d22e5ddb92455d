import { tableShape } from '../../../shared/table/keys.ts'
import { recordingsOf } from '../recordings.ts'
import type { Safeguards } from '../safeguards.ts'
import type { DoctorCheck } from './finding.ts'

export const storageChecks: Record<string, DoctorCheck> = {
  table: async ({ users, stack }) => {
    const [{ length }, kept] = await Promise.all([users.list(), stack.safeguards()])
    const lacking = kept ? lackingOf(kept) : []
    if (lacking.length > 0) return { wrong: `${lacking.join(' ')} A table that was restored has none of it.` }
    return { well: `It answers, with ${length} ${length === 1 ? 'user' : 'users'} in it.` }
  },

  key: async ({ stack }) => {
    const { key, outsideKey } = (await stack.safeguards()) ?? { key: undefined, outsideKey: [] }
    if (key === undefined) return { well: 'This stage has no key of its own.' }
    if (outsideKey.length === 0) return { well: 'Table, log groups and recordings are under the key of the stage.' }
    return {
      wrong:
        `${outsideKey.join(', ')} ${outsideKey.length === 1 ? 'is' : 'are'} not under the key of the stage, ${key}: give it back with aws ` +
        'dynamodb update-table, aws logs associate-kms-key or aws s3api put-bucket-encryption.',
    }
  },

  recordings: async ({ stack }) => {
    for await (const _keys of recordingsOf(0, stack.parts).pages()) break
    return { well: 'The bucket answers.' }
  },
}

const lackingOf = ({ table, expires, isRestorable, isProtected, key }: Safeguards): string[] => {
  const faults: [isSo: boolean, what: string, command: string][] = [
    [!expires, 'Nothing in it expires', `update-time-to-live --time-to-live-specification ${timeToLive}`],
    [!isRestorable, 'It cannot be restored to an earlier moment', `update-continuous-backups ${backups}`],
    [key !== undefined && !isProtected, 'It can be deleted by mistake', 'update-table --deletion-protection-enabled'],
  ]
  return faults.flatMap(([isSo, what, command]) =>
    isSo ? [`${what}: run aws dynamodb ${command} --table-name ${table}.`] : [],
  )
}

const timeToLive = `Enabled=true,AttributeName=${tableShape.expiry}`
const backups = '--point-in-time-recovery-specification PointInTimeRecoveryEnabled=true'
