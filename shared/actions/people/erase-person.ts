import { type DataExport, exportFileKey } from '../../domain/account/data-export.ts'
import type { ClosedCall } from '../../domain/calls/call.ts'
import { callRefOf } from '../../domain/calls/call-ref.ts'
import { unchargedLegOf } from '../../domain/calls/leg.ts'
import { bundleFileKey } from '../../domain/evidence/evidence-export.ts'
import { isImportOver, type LeadImport, leadFileKey, rejectedFileKey } from '../../domain/leads/lead-import.ts'
import { isPerson, type Person } from '../../domain/people/mentions.ts'
import { personFileKey } from '../../domain/people/person-work.ts'
import type { Dependencies } from '../../services.ts'
import { timeOfId } from '../../words/id.ts'

export type EraseServices = Dependencies<
  | 'calls.charge'
  | 'calls.details'
  | 'calls.find'
  | 'calls.remove'
  | 'clock'
  | 'conversations.find'
  | 'conversations.remove'
  | 'dataExports.find'
  | 'dataExports.retire'
  | 'evidenceExports.find'
  | 'evidenceExports.retire'
  | 'exportFiles.remove'
  | 'leadImports.find'
  | 'leadImports.retire'
  | 'people.erase'
  | 'people.forgetDeliveries'
  | 'personWorks.find'
  | 'personWorks.retire'
  | 'recordings.remove'
>

type ItemRef = Parameters<EraseServices['people']['erase']>[0]
type WalkTimes = Parameters<EraseServices['people']['erase']>[2]
type Erased = Awaited<ReturnType<EraseServices['people']['erase']>>

/** Erases a person's data in one item. Can be repeated after a crash. */
export const erasePersonThing = async (
  item: ItemRef,
  person: Person,
  at: WalkTimes,
  services: EraseServices,
): Promise<Erased> => {
  const { user_id, noun, key } = item
  const { calls, evidenceExports, people, personWorks } = services
  const id = Number(key)
  if (noun === 'call') {
    const call = await calls.find({ user_id, call_id: id })
    if (!call) return 'stays'
    if (call.closed_at === undefined || unchargedLegOf(call)) return 'left'
    if (isPerson(person, call.client_phone_number)) return removeCall(call, services)
  }
  if (noun === 'evidence-export') {
    const bundle = await evidenceExports.find({ user_id, export_id: id })
    return bundle ? eraseFiles(bundle, { keyOf: bundleFileKey, retire: evidenceExports.retire }, at, services) : 'stays'
  }
  if (noun === 'data-export') {
    const made = await services.dataExports.find({ user_id, export_id: id })
    return made ? eraseExport(made, at, services) : 'stays'
  }
  if (noun === 'person-work') {
    const work = await personWorks.find({ user_id, work_id: id })
    const isAbout = work?.status === 'removed' || isPerson(person, work?.phone_number)
    return work?.kind === 'export' && isAbout
      ? eraseFiles(work, { keyOf: personFileKey, retire: personWorks.retire }, at, services)
      : 'stays'
  }
  if (noun === 'lead-import') {
    const made = await services.leadImports.find({ user_id, import_id: id })
    const erased = made && (await eraseLeadFiles(made, at, services))
    if (erased !== 'stays') return erased ?? 'stays'
  }
  return people.erase(item, person, at)
}

/**
 * Erases files of an import. A running import may still store leads of the person, so the erasure
 * waits.
 */
const eraseLeadFiles = async (made: LeadImport, at: WalkTimes, services: EraseServices): Promise<Erased> => {
  const { leadImports, recordings } = services
  if (timeOfId(made.id) > (at.walked_at ?? at.now)) return 'stays'
  if (!isImportOver(made)) return made.size === undefined ? 'stays' : 'left'
  const { id, user_id, files, removed_at } = made
  const status = removed_at === undefined ? 'done' : 'removed'
  if (status === 'done') await recordings.remove(leadFileKey(made))
  if (status === 'done' && files === 0) {
    await recordings.remove(rejectedFileKey(made, 1))
    return 'stays'
  }
  const retire = (_: unknown, removed: number, left: number) => leadImports.retire(made, removed, left)
  return eraseFiles({ id, user_id, status, files, removed_at }, { keyOf: rejectedFileKey, retire }, at, services)
}

/**
 * Removes an export's file. A worker may still write this file, so the next erasure pass removes it
 * again.
 */
const eraseExport = async (made: DataExport, at: WalkTimes, services: EraseServices): Promise<Erased> => {
  const { dataExports, exportFiles } = services
  const { state } = made
  const key = exportFileKey(made)
  if (state.status !== 'removed') {
    if (timeOfId(made.id) > (at.walked_at ?? at.now)) return 'stays'
    if (!(await dataExports.retire(made, at.now))) return 'later'
    await exportFiles.remove(key, state.status === 'writing' ? state.upload : undefined)
    return 'erased'
  }
  if (state.isGone) return 'stays'
  await exportFiles.remove(key, state.upload)
  const isSecond = at.walked_at !== undefined && state.removed_at <= at.walked_at
  return isSecond && !(await dataExports.retire(made, at.now)) ? 'later' : 'erased'
}

const removeCall = async (call: ClosedCall, services: EraseServices): Promise<Erased> => {
  const { calls, conversations, people, recordings, clock } = services
  const ref = callRefOf(call)
  const [[detail], talk] = await Promise.all([calls.details([ref]), conversations.find(ref)])
  if (call.charged_at === undefined) await calls.charge(call, clock.now())
  await conversations.remove(ref, talk)
  await people.forgetDeliveries(call)
  if (detail?.recording_key) await recordings.remove(detail.recording_key)
  return (await calls.remove(call, detail?.recording_key)) ? 'erased' : 'later'
}

interface Written {
  id: number
  user_id: number
  status: 'waiting' | 'done' | 'removed'
  files: number
  removed_at?: number
}

interface FileKind<W extends Written> {
  keyOf(written: W, file: number): string
  retire(written: W, removed_at: number, files: number): Promise<boolean>
}

const eraseFiles = async <W extends Written>(
  written: W,
  { keyOf, retire }: FileKind<W>,
  { now, walked_at }: WalkTimes,
  { recordings }: Pick<EraseServices, 'recordings'>,
): Promise<Erased> => {
  const { status, removed_at = now } = written
  if (status === 'removed' ? written.files === 0 : timeOfId(written.id) > (walked_at ?? now)) return 'stays'
  const files = status === 'removed' ? written.files : written.files + 1
  if (status !== 'removed' && !(await retire(written, now, files))) return 'later'
  for (let file = 1; file <= files; file++) await recordings.remove(keyOf(written, file))
  const isSecond = status === 'removed' && walked_at !== undefined && removed_at <= walked_at
  return isSecond && !(await retire(written, removed_at, 0)) ? 'later' : 'erased'
}
