import { writeCallRef } from '../../domain/calls/call-ref.ts'
import type { Connect, Dial, Instruction } from '../../domain/calls/instruction.ts'
import type { Language } from '../../domain/reference/languages.ts'
import { publicUrl, socketUrl } from '../addresses.ts'
import type { Settings } from '../settings.ts'
import { relayAttributes } from './relay-twiml.ts'
import { connectRelay, dialSip, hangUp, reject, sayAndHangUp } from './twiml.ts'

/** An instruction as TwiML. */
export const writeInstruction = (instruction: Instruction, settings: Settings): string => {
  switch (instruction.step) {
    case 'connect':
      return connect(instruction, settings)
    case 'dial':
      return dial(instruction, settings)
    case 'say':
      return sayAndHangUp(instruction.text, spokenIn(instruction.language))
    case 'hang up':
      return hangUp()
    case 'reject':
      return reject()
  }
}

const connect = (instruction: Connect, settings: Settings): string => {
  const { assistant, voice, ref, ticket, greeting } = instruction
  return connectRelay({
    attributes: relayAttributes(assistant, voice, { url: socketUrl(settings), greeting }),
    parameters: { call: writeCallRef(ref), ticket },
    ...reportingTo(instruction, settings),
  })
}

const dial = (instruction: Dial, settings: Settings): string => {
  const { address, greeting, language, limitSeconds, transcribes } = instruction
  const reports = reportingTo(instruction, settings)
  const engine = (language?.transcription ?? 'Deepgram').toLowerCase()
  const transcription = transcribes ? { engine, to: reports.wordsTo } : undefined
  return dialSip({ address, greeting, language: spokenIn(language), limitSeconds, transcription, ...reports })
}

const reportingTo = ({ ref, startsRecording }: Connect | Dial, settings: Settings) => {
  const address = (what: string) => publicUrl(settings, `/carrier/calls/${writeCallRef(ref)}/${what}`)
  return {
    action: address('session'),
    recordTo: startsRecording ? address('recording') : undefined,
    wordsTo: address('words'),
  }
}

const spokenIn = (language: Language | undefined): string => language?.relay_code ?? 'en-US'
