import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { twilioUrl } from '../../../shared/providers/twilio/region.ts'
import { publicUrl } from '../../../shared/providers/web/addresses.ts'
import type { Parts } from '../../../shared/runtime/parts.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { dependenciesOf, openParts } from '../../../shared/runtime/wiring.ts'
import { checks } from '../../admin/doctor/doctor.ts'
import { lineOf, reasonOf } from '../../admin/doctor/finding.ts'
import { knocking } from '../../admin/doctor/trial-report.ts'
import { localStack } from '../../admin/stacks.ts'
import { adminUses } from '../../admin/tools.ts'
import type { Demo } from '../demo.ts'
import { readSettings } from '../settings.ts'
import { borrowNumber, type Returned, readNote, returnNumber } from './borrowed-number.ts'
import { readCarrierLogin } from './credentials.ts'
import { callPhone, giveNumber, type Heard } from './first-call.ts'
import { phoneOf, publicUrlOf, readLaptopOptions } from './options.ts'
import type { Terminal } from './terminal.ts'

type Environment = Record<string, string | undefined>
type Write = (line: string) => void

export interface Laptop {
  /** Settings, with the values that the user typed. */
  environment: Environment
  open(running: Running): Promise<void>
  close(): Promise<void>
}

interface Running {
  api: string
  parts: Parts
  demo: Demo
}

const neededChecks = ['carrier account', 'callbacks', 'conversations', 'clock']

/**
 * Connects the stack to a real carrier. First restores numbers that a killed run left changed.
 * Returns undefined without options, `done` after `--restore`.
 */
export const openLaptop = async (
  args: string[],
  given: Environment,
  { terminal, write }: { terminal: Terminal; write: Write },
): Promise<Laptop | 'done' | undefined> => {
  const options = readLaptopOptions(args)
  const dataDir = resolve(given.DATA_DIR || '.local')
  const file = join(dataDir, 'borrowed-number.json')
  if (!options) {
    const note = await readNote(file)
    if (note)
      write(`${note.phone_number} still leads to an earlier run. Restore it: npm start -- --carrier twilio --restore`)
    return undefined
  }
  if (given.CLOCK_SPEED && given.CLOCK_SPEED !== '1') throw new Error('A real phone needs CLOCK_SPEED=1.')
  await mkdir(dataDir, { recursive: true })
  const { accountSid, authToken } = await readCarrierLogin(given, dataDir, terminal)
  const account = {
    CARRIER_URL: given.CARRIER_URL || twilioUrl,
    CARRIER_ACCOUNT_SID: accountSid,
    CARRIER_AUTH_TOKEN: authToken,
  }
  const borrowing = { carrier: registry.carrier(openParts({ ...given, ...account })), accountSid, file }
  const returned = await returnNumber(borrowing)
  if (returned.outcome !== 'nothing to restore' || options.isRestore) write(sentenceOf(returned))
  if (options.isRestore) return 'done'

  const asked = async (value: string | undefined, name: string, question: string) => {
    if (value !== undefined) return value
    if (!terminal.isInteractive) throw new Error(`${name} is missing.`)
    return terminal.ask(question)
  }
  const number = options.number ?? phoneOf(await asked(undefined, '--number', 'Number of your account: '), '--number')
  const port = given.PORT || '3000'
  const tunnel = await asked(
    options.publicUrl ?? (given.PUBLIC_URL || undefined),
    '--public-url',
    `Address of your tunnel to port ${port} (https://…): `,
  )
  const call = await asked(
    options.call,
    '--call',
    'Your phone, to be called by the assistant (empty: you call the number): ',
  )
  const environment = { ...given, ...account, PUBLIC_URL: publicUrlOf(tunnel) }
  readSettings(environment)
  const phone = call === '' || call === 'none' ? undefined : phoneOf(call, '--call')

  return {
    environment,
    open: async (running) => {
      await check(environment, write)
      const id = await giveNumber(running, number)
      const parts = openParts(environment)
      const voiceUrl = publicUrl(parts.settings, '/carrier/incoming-call')
      await borrowNumber({ ...borrowing, carrier: registry.carrier(parts) }, number, voiceUrl)
      write(`ok     number           ${number} leads here until you stop this.`)
      if (!phone) {
        write(`\nCall ${number} now: an assistant answers.\n`)
        return
      }
      write(`       call             ${phone} rings. Answer it.`)
      write(`${sayShown(await callPhone(running, phone, id))}\n\nYou can also call ${number}: an assistant answers.\n`)
    },
    close: async () => write(sentenceOf(await returnNumber(borrowing))),
  }
}

const check = async (environment: Environment, write: Write): Promise<void> => {
  const stack = await localStack(environment)
  const tools = { ...dependenciesOf(adminUses, registry, stack.parts), stack, warn: write, showProgress: () => {} }
  const trial = knocking(tools)
  for (const about of neededChecks) {
    const found = await checks[about]?.(tools, trial).catch((cause) => ({
      wrong: `It does not answer: ${reasonOf(cause)}.`,
    }))
    if (!found) throw new Error(`There is no check ${about}`)
    write(lineOf({ about, ...found }))
    if ('wrong' in found) throw new Error('Put that right, and start again. Nothing was changed at the carrier.')
  }
}

const sayShown = (shown: Heard): string => {
  if (shown === 'talks') return 'ok     conversation     ConversationRelay is switched on: the assistant talks.'
  if (shown === 'relay off')
    return (
      'WRONG  conversation     The phone was answered, but Twilio opened no conversation. In its console, under Voice, ' +
      'Settings, General, turn on "Predictive and Generative AI/ML Features Addendum". Then start again.'
    )
  return `-      conversation     The call ended before anyone answered (${shown.ended}), so the relay is not proven. Start again to retry.`
}

const sentenceOf = (returned: Returned): string => {
  if (returned.outcome === 'nothing to restore') return 'No number is left to restore.'
  const { outcome, phone_number } = returned
  if (outcome === 'restored') return `${phone_number} leads again to where it did before.`
  if (outcome === 'gone') return `${phone_number} is no longer in the account.`
  return `${phone_number} was changed at the carrier meanwhile, and stays as it is.`
}
