import { parseArgs } from 'node:util'
import * as z from 'zod'
import { readPhone } from '../../../shared/words/phone.ts'

export interface LaptopOptions {
  /** Number of the carrier account that will point to this machine, in E.164. */
  number: string | undefined
  publicUrl: string | undefined
  call: string | undefined
  isRestore: boolean
}

const laptopUsage = `npm start takes these options:

  --carrier twilio          calls go through Twilio, and a real phone rings
  --number +1…              the number of your account; asked for if absent
  --public-url https://…    the address of your tunnel; asked for if absent
  --call +1… | none         the phone that the assistant calls; asked for if absent
  --restore                 with --carrier twilio: restores the addresses that a killed run left

Secrets are no options, because other programs see the command line. CARRIER_ACCOUNT_SID and
CARRIER_AUTH_TOKEN are read from the environment, from DATA_DIR/carrier.json, or asked for.`

export const readLaptopOptions = (args: string[]): LaptopOptions | undefined => {
  if (args.length === 0) return undefined
  const { carrier, number, call, restore, 'public-url': url } = parsed(args)
  if (carrier !== 'twilio') throw new Error(`--carrier must be twilio.\n\n${laptopUsage}`)
  return {
    number: number === undefined ? undefined : phoneOf(number, '--number'),
    call: call === undefined || call === 'none' ? call : phoneOf(call, '--call'),
    publicUrl: url === undefined ? undefined : publicUrlOf(url),
    isRestore: restore === true,
  }
}

const text = { type: 'string' } as const

/** Parses the options. Errors do not show values, because a value may be a secret. */
const parsed = (args: string[]) => {
  try {
    const options = {
      carrier: text,
      number: text,
      'public-url': text,
      call: text,
      restore: { type: 'boolean' },
    } as const
    return parseArgs({ args, options }).values
  } catch {
    throw new Error(`An option is unknown or lacks its value.\n\n${laptopUsage}`)
  }
}

export const phoneOf = (given: string, what: string): string => {
  const phone = readPhone(given)
  if (!phone) throw new Error(`${what} must be a phone number with its country code, like +12025550100.`)
  return phone.number
}

export const publicUrlOf = (given: string): string => {
  const url = z.url().safeParse(given.trim()).data
  const { protocol, hostname, origin } = new URL(url ?? 'invalid://')
  const isHere = hostname === '127.0.0.1' || hostname === 'localhost'
  if (protocol === 'https:' || (protocol === 'http:' && isHere)) return origin
  throw new Error('The address of the tunnel must begin with https://.')
}
