import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { publicUrl } from '../../../shared/providers/web/addresses.ts'
import { type DoctorCheck, durationOf, minuteMs, reasonOf } from './finding.ts'
import { hasCarrier } from './has-carrier.ts'

/**
 * Milliseconds by which the clocks of this machine and the product may differ. Signatures expire
 * after five minutes.
 */
const skewMsMax = minuteMs
const answerMsMax = 10_000

export const callbackChecks: Record<string, DoctorCheck> = {
  callbacks: async ({ stack }, trial) => {
    const base = publicUrl(stack.parts.settings, '')
    const answered = await trial.catch(reasonOf)
    if (typeof answered === 'string')
      return {
        wrong: `${base} cannot be reached from here (${answered}), so the carrier cannot report. ${stack.howToMend}`,
      }
    const { url, status, hasSecret } = answered
    if (status === 204) return { well: `Posts of the carrier to ${base} arrive, and their signature is accepted.` }
    if (status === 403 && !hasSecret) return { untold: 'The address answers. First fill the carrier secret.' }
    if (status === 403)
      return {
        wrong:
          'The address answers, but refuses what is signed with the carrier secret: if it was changed, wait five ' +
          'minutes; else the address that the functions know (PUBLIC_URL) is not this one: deploy again.',
      }
    return {
      wrong: `${url} answers ${status} where 204 is right: ${status >= 500 ? `look for "accident" in the log of ${stack.name}` : 'something else answers there'}.`,
    }
  },

  conversations: async ({ stack, callbacks }) => {
    if (!(await hasCarrier(stack))) return { untold: 'First fill the carrier secret.' }
    const { url, headers } = await callbacks.trialSocket()
    const status = await openSocket(url, headers)
    if (status === 101) return { well: `The carrier can open sockets at ${url}.` }
    return {
      wrong: `${url} answers ${status} to a socket that the carrier signed, so callers hear nothing: see docs/runbook/conversations-fail.md.`,
    }
  },

  clock: async ({ stack }, trial) => {
    const date = await trial.then((answer) => answer.date).catch(() => Number.NaN)
    if (Number.isNaN(date)) return { untold: 'First let the callbacks be reachable.' }
    const aheadMs = stack.parts.worldTime() - date
    if (Math.abs(aheadMs) <= skewMsMax) return { well: 'This machine and the product agree on the time.' }
    return {
      wrong:
        `This machine's clock is ${durationOf(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead' : 'behind'}: signatures and links made here are ` +
        'refused. Let the machine set its clock by the network (NTP).',
    }
  },
}

const openSocket = (url: string, proof: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = url.startsWith('wss:') ? requestHttps : requestHttp
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      ...proof,
    }
    const sent = request(url.replace(/^ws/, 'http'), { headers, agent: false, timeout: answerMsMax })
    sent.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(101)
    })
    sent.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${answerMsMax / 1000} s`)))
    sent.on('error', reject)
    sent.end()
  })
