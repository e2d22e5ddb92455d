import { readCallRef } from '../../shared/domain/calls/call-ref.ts'
import { found } from '../../shared/domain/problem.ts'
import { receiveRecording } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'

/** A recording can be fetched; the worker brings it home. A call that was too short or too quiet has none. */
export const handler = callback(receiveRecording, async ({ report, ref: path }, { copyRecordingQueue }) => {
  const ref = found(readCallRef(path), 'call_not_found')
  const { recording_sid } = report
  if (recording_sid) await copyRecordingQueue.send([{ ...ref, recording_sid }])
  return undefined
})
