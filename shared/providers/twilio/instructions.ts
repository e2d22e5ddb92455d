import { writeCallRef } from '../../domain/calls/call-ref.ts'
import type { Connect, Dial, Instruction, LegInstruction, PutThrough } from '../../domain/calls/instruction.ts'
import { type LegRef, writeLegRef } from '../../domain/calls/leg-ref.ts'
import { type Language, languageById } from '../../domain/reference/languages.ts'
import type { Settings } from '../aws/settings.ts'
import { publicUrl, socketUrl } from '../web/addresses.ts'
import { relayAttributes } from './relay-twiml.ts'
import { askForKey, connectRelay, dialNumber, dialSip, hangUp, join, reject, sayAndHangUp } from './twiml.ts'

export const writeInstruction = (instruction: Instruction | LegInstruction, settings: Settings): string => {
  switch (instruction.step) {
    case 'connect':
      return connect(instruction, settings)
    case 'dial':
      return dial(instruction, settings)
    case 'put through':
      return putThrough(instruction, settings)
    case 'brief':
      return askForKey(
        instruction.text,
        spokenIn(instruction.language),
        legAddress(instruction.leg, 'answer', settings),
      )
    case 'join':
      return join(instruction.text, spokenIn(instruction.language))
    case 'say':
      return sayAndHangUp(instruction.text, spokenIn(instruction.language))
    case 'hang up':
      return hangUp()
    case 'reject':
      return reject()
  }
}

const connect = (instruction: Connect, settings: Settings): string => {
  const { assistant, voice, ref, ticket, greeting, notice } = instruction
  const language = spokenIn(languageById(assistant.language_id))
  return connectRelay({
    attributes: relayAttributes(assistant, voice, { url: socketUrl(settings), greeting }),
    parameters: { call: writeCallRef(ref), ticket },
    notice: notice ? { text: notice, language } : undefined,
    ...reportingTo(instruction, settings),
  })
}

const dial = (instruction: Dial, settings: Settings): string => {
  const {
    address,
    digits,
    notice,
    greeting,
    language,
    limitSeconds,
    transcribes,
    legs,
    reconnections: anew,
  } = instruction
  const reports = reportingTo(instruction, settings)
  const engine = (language?.transcription ?? 'Deepgram').toLowerCase()
  const transcription = transcribes ? { engine, to: reports.wordsTo } : undefined
  const counts = new URLSearchParams({ ...(legs && { legs: `${legs}` }), ...(anew && { anew: `${anew}` }) })
  const action = counts.size > 0 ? `${reports.action}?${counts}` : reports.action
  return dialSip({
    address,
    digits,
    notice: notice ? { text: notice, language: spokenIn(language) } : undefined,
    greeting,
    language: spokenIn(language),
    limitSeconds,
    transcription,
    ...reports,
    action,
  })
}

const putThrough = (instruction: PutThrough, settings: Settings): string => {
  const { leg, to, caller_id, text, language, isWarm, ringSeconds, limitSeconds } = instruction
  const address = (what: string) => legAddress(leg, what, settings)
  return dialNumber({
    number: to,
    callerId: caller_id,
    greeting: text,
    language: spokenIn(language),
    ringSeconds,
    limitSeconds,
    action: address('end'),
    status: address('status'),
    whisper: isWarm ? address('answer') : undefined,
  })
}

const legAddress = (leg: LegRef, what: string, settings: Settings): string =>
  publicUrl(settings, `/carrier/legs/${writeLegRef(leg)}/${what}`)

const reportingTo = ({ ref, startsRecording }: Connect | Dial, settings: Settings) => {
  const address = (what: string) => publicUrl(settings, `/carrier/calls/${writeCallRef(ref)}/${what}`)
  return {
    action: address('session'),
    recordTo: startsRecording ? address('recording') : undefined,
    wordsTo: address('words'),
  }
}

const spokenIn = (language: Language | undefined): string => language?.relay_code ?? 'en-US'
