import { publicUrl } from '../../../shared/providers/web/addresses.ts'
import { carrierFields, refusedAt, webFields } from '../../stack/carrier-secret.ts'
import { carrierNumbers, routesOf } from '../number-routes.ts'
import { spendingOf } from '../spending.ts'
import type { AdminTools } from '../tools.ts'
import type { DoctorCheck, Found } from './finding.ts'
import { hasCarrier } from './has-carrier.ts'

const webJson = JSON.stringify(Object.fromEntries([...carrierFields, ...webFields].map((name) => [name, '…'])))
const carrierJson = JSON.stringify(Object.fromEntries(carrierFields.map((name) => [name, '…'])))

export const carrierChecks: Record<string, DoctorCheck> = {
  'carrier secret': async ({ stack }) => {
    const fields = await stack.parts.secrets.read('CARRIER').catch(unreadable)
    if (fields instanceof Error) return { wrong: `${fields.message}. ${stack.howToFill('CARRIER', carrierJson)}` }
    const missing = carrierFields.filter((name) => !fields[name])
    if (missing.length === 0) return { well: `It holds ${carrierFields.join(' and ')}.` }
    return { wrong: `It lacks ${missing.join(' and ')}. ${stack.howToFill('CARRIER', carrierJson)}` }
  },

  'carrier account': async ({ carrier, carrierStanding, stack }) => {
    if (!(await hasCarrier(stack))) return { untold: 'First fill the carrier secret.' }
    const status = await carrier.fetchAccount()
    if (status === 'active') return standingOf(stack, carrierStanding)
    if (status === 'unknown')
      return {
        wrong: `${refusedAt(await carrier.address())} ${stack.howToFill('CARRIER', carrierJson)}`,
      }
    return { wrong: `The carrier account is ${status}: no call and no message goes out. Ask the carrier why.` }
  },

  'carrier numbers': async (tools) => {
    if (!(await hasCarrier(tools.stack))) return { untold: 'First fill the carrier secret.' }
    const owned = await carrierNumbers(tools)
    if (owned.length === 0) return { well: 'No user has a number of the carrier yet.' }
    const found = await routesOf(owned, tools)
    const wrong = found.flatMap(({ faults }) => faults)
    if (wrong.length === 0) return { well: `All ${owned.length} point here.` }
    const isPointable = found.some(({ held, faults }) => held && faults.length > 0)
    const offer = isPointable ? ' "number point" does so for each number that the account has.' : ''
    return { wrong: `At the carrier, ${wrong.join('; ')} (all POST).${offer}` }
  },

  'web calls': async (tools) => {
    const { stack, carrier } = tools
    if (!(await hasCarrier(stack))) return { untold: 'First fill the carrier secret.' }
    const fields = await stack.parts.secrets.read('CARRIER')
    const missing = webFields.filter((name) => !fields[name])
    const howTo = stack.howToFill('CARRIER', webJson)
    if (missing.length === webFields.length)
      return { well: `Web pages cannot call: the carrier secret lacks ${missing.join(', ')}. ${howTo}` }
    if (missing.length > 0)
      return { wrong: `The carrier secret lacks ${missing.join(' and ')} for web calls. ${howTo}` }
    const set = await carrier.fetchApplication(fields.application_sid ?? '')
    if (!set) return { wrong: `The carrier account has no application ${fields.application_sid}. ${howTo}` }
    const urlOf = (path: string) => publicUrl(stack.parts.settings, path)
    const wrong = [
      ...(set.voice_url === urlOf('/carrier/web-call') ? [] : [`its voice URL to ${urlOf('/carrier/web-call')}`]),
      ...(set.status_url === urlOf('/carrier/incoming-status')
        ? []
        : [`its status callback to ${urlOf('/carrier/incoming-status')}`]),
    ]
    if (wrong.length > 0) return { wrong: `In the application ${fields.application_sid}, set ${wrong.join(' and ')}.` }
    if (!set.is_posted)
      return { wrong: `In the application ${fields.application_sid}, use HTTP POST for each address.` }
    return { well: `The application ${fields.application_sid} leads here.` }
  },

  spending: async (tools) => spendingOf(tools, await hasCarrier(tools.stack)),
}

const standingOf = async (
  stack: AdminTools['stack'],
  standing: Pick<AdminTools['carrierStanding'], 'isTrial'>,
): Promise<Found> => {
  const accepted = 'The carrier accepts the credentials, and the account is active.'
  const trial = await standing.isTrial()
  if (!('known' in trial) || !trial.known) return { well: accepted }
  const limits =
    'It is a trial: only confirmed phones can be called (21219) and texted (21608). Upgrade it in its console.'
  return (await stack.safeguards())?.key ? { wrong: limits } : { untold: `${accepted} ${limits}` }
}

const unreadable = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)))
