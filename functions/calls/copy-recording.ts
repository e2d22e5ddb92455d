import { recordingPrefix, retentionDefault } from '../../shared/domain/account/retention.ts'
import { copyRecording } from '../../shared/operations/calls.ts'
import { worker } from '../../shared/runtime/worker.ts'

/**
 * The carrier's recordings open only to its own account, so they move into our bucket; not those of a user who was erased,
 * or of a call that was deleted.
 */
export const handler = worker(copyRecording, async (recording, { calls, carrier, recordings, users }) => {
  const { recording_sid, ...ref } = recording
  const [bytes, user] = await Promise.all([carrier.fetchRecording(recording_sid), users.find(ref.user_id)])
  if (!user) return
  const kept = recordingPrefix(user.retention_months ?? retentionDefault)
  const key = `${kept}${ref.user_id}/${ref.call_id}/${recording_sid}.mp3`
  await recordings.keep(key, bytes)
  if (!(await calls.keepRecording(ref, key))) await recordings.remove(key)
})
