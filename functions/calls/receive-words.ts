import { hearHints } from '../../shared/actions/opt-outs/hear-hints.ts'
import { hearOptOut } from '../../shared/actions/opt-outs/hear-opt-out.ts'
import { type CallRef, readCallRef } from '../../shared/domain/calls/call-ref.ts'
import type { WordsReport } from '../../shared/domain/calls/carrier-report.ts'
import { isAway, isOver, type Talk } from '../../shared/domain/conversations/talk.ts'
import { transcriptOf } from '../../shared/domain/conversations/transcript.ts'
import { takeWords } from '../../shared/domain/conversations/words.ts'
import { asksToBeLeftAlone, mayAskToBeLeftAlone } from '../../shared/domain/opt-outs/opt-out.ts'
import { receiveWords } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'
import type { Dependencies } from '../../shared/services.ts'
import type { Log } from '../../shared/words/log.ts'
import { found } from '../../shared/words/problem.ts'

type Services = Dependencies<(typeof receiveWords)['uses'][number]>

/** Handles each report of spoken words once. Adds late words to the stored transcript. */
export const handler = callback(receiveWords, async ({ report, ref: path, log }, services) => {
  const { calls, conversations, clock } = services
  const ref = found(readCallRef(path), 'call_not_found')
  const heard: { report?: WordsReport } = {}
  const taken = await conversations.change(ref, (talk) => {
    heard.report = heardOf(report, talk)
    return takeWords(talk, heard.report, clock.now())
  })
  if (heard.report?.kind === 'said' && heard.report.sender === 'human')
    await hearCustomer(ref, heard.report.text, services, log)
  if (report.kind === 'failed') {
    log.warn('the carrier does not transcribe the call', { ...ref, code: report.code })
    const talk = taken?.talk ?? (await conversations.find(ref))
    if (talk?.utterances === 0) await calls.patch(ref, { transcription_minute: 0 }, clock.now())
  }
  if (report.kind !== 'said' || (taken && !isOver(taken.talk))) return undefined
  // Also runs for a repeated report, because the first run may have crashed here.
  const call = await calls.find(ref)
  if (call?.evaluated) await calls.keep(ref, transcriptOf(await conversations.utterances(ref)))
  return undefined
})

const hearCustomer = async (ref: CallRef, text: string, services: Services, log: Log): Promise<void> => {
  const isAsked = asksToBeLeftAlone(text)
  if (!isAsked && !mayAskToBeLeftAlone(text)) return
  const call = await services.calls.find(ref)
  await (isAsked ? hearOptOut(services, call, 'phrase', log) : hearHints(services, call, [text], false))
}

/** Skips words that the customer says to the other phone during a transfer. */
const heardOf = (report: WordsReport, talk: Talk): WordsReport =>
  isAway(talk) && report.kind === 'said' ? { source: report.source, number: report.number, kind: 'nothing' } : report
