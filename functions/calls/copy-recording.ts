import { releaseWebhooks } from '../../shared/actions/messages/release-webhooks.ts'
import { recordingPrefix, retentionDefault } from '../../shared/domain/account/retention.ts'
import type { CallRef } from '../../shared/domain/calls/call-ref.ts'
import { copyRecording } from '../../shared/operations/calls.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Dependencies } from '../../shared/services.ts'

type Services = Dependencies<(typeof copyRecording)['uses'][number]>

/**
 * Stores the recording, or the fact that none exists. Then sends the ended call's webhooks, which
 * wait for the recording.
 */
export const handler = worker(copyRecording, async ({ recording_sid, ...ref }, services) => {
  const { calls } = services
  if (recording_sid) await bringHome(recording_sid, ref, services)
  else await calls.keep(ref, { recording_absent: true })
  const [call, [detail]] = await Promise.all([calls.find(ref), calls.details([ref])])
  if (call?.closed_at && detail?.evaluation) await releaseWebhooks(services, call, detail)
})

/**
 * Copies the recording, because the carrier serves it only to its own account. Skips erased users
 * and deleted calls.
 */
const bringHome = async (recording_sid: string, ref: CallRef, { calls, carrier, recordings, users }: Services) => {
  const [bytes, user] = await Promise.all([carrier.fetchRecording(recording_sid), users.find(ref.user_id)])
  if (!user) return
  const kept = recordingPrefix(user.retention_months ?? retentionDefault)
  const recording_key = `${kept}${ref.user_id}/${ref.call_id}/${recording_sid}.mp3`
  await recordings.keep(recording_key, bytes)
  if (!(await calls.keep(ref, { recording_key }))) await recordings.remove(recording_key)
}
