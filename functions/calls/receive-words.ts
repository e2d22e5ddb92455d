import { readCallRef } from '../../shared/domain/calls/call-ref.ts'
import type { WordsReport } from '../../shared/domain/calls/carrier-report.ts'
import type { Talk } from '../../shared/domain/conversations/talk.ts'
import { transcriptOf } from '../../shared/domain/conversations/transcript.ts'
import { takeWords } from '../../shared/domain/conversations/words.ts'
import { found } from '../../shared/domain/problem.ts'
import { receiveWords } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'

/**
 * They come late, twice and in any order: each is taken once, and one that comes when all was told joins the transcript that is kept. A call
 * that the carrier cannot write down goes on without, and is not charged for it.
 */
export const handler = callback(receiveWords, async ({ report, ref: path, log }, services) => {
  const { calls, conversations, clock } = services
  const ref = found(readCallRef(path), 'call_not_found')
  const taken = await conversations.change(ref, (talk) => takeWords(talk, heardOf(report, talk), clock.now()))
  if (report.kind === 'failed') {
    log.warn('the carrier does not write down what is said', { ...ref, code: report.code })
    const talk = taken?.talk ?? (await conversations.find(ref))
    if (talk?.utterances === 0) await calls.patch(ref, { transcription_minute: undefined }, clock.now())
  }
  if (report.kind !== 'said' || (taken && !taken.talk.over)) return undefined
  // Told again, it may have been taken by a function that died behind it.
  const call = await calls.find(ref)
  if (call?.evaluated_at) await calls.keepTranscript(ref, transcriptOf(await conversations.utterances(ref)))
  return undefined
})

/** What is said with another phone, to which the call was put through, belongs to no transcript of ours. */
const heardOf = (report: WordsReport, { transfer }: Talk): WordsReport =>
  transfer?.is_away && report.kind === 'said'
    ? { source: report.source, number: report.number, kind: 'nothing' }
    : report
