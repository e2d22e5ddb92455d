import { readCallRef } from '../../shared/domain/calls/call-ref.ts'
import { receiveRecording } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'
import { found } from '../../shared/words/problem.ts'

/**
 * Makes a worker copy the recording. If no recording exists, the same worker sends the call's
 * webhooks.
 */
export const handler = callback(receiveRecording, async ({ report, ref: path }, { copyRecordingQueue }) => {
  const ref = found(readCallRef(path), 'call_not_found')
  if (report.kind === 'completed') await copyRecordingQueue.send([{ ...ref, recording_sid: report.recording_sid }])
  if (report.kind === 'absent') await copyRecordingQueue.send([ref])
  return undefined
})
