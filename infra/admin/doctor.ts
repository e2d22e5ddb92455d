import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { maskPhone } from '../../shared/domain/mask.ts'
import { defaultTextModel, type Model, modelById, models } from '../../shared/domain/reference/models.ts'
import { isoTime } from '../../shared/domain/time.ts'
import { publicUrl } from '../../shared/providers/addresses.ts'
import { carrierFields } from '../carrier-secret.ts'
import { awsSentence } from './aws-sentences.ts'
import type { CheckUp, Tools } from './commands.ts'
import { countOf, listDeadLetters } from './dead-letters.ts'
import { whyStopped } from './dialling.ts'
import { recordingsOf } from './recordings.ts'
import { spendingOf } from './spending.ts'

/** What a check found: all well, something wrong and what to do about it, or no way to tell before another check is well. */
export type Finding = { about: string } & ({ well: string } | { wrong: string } | { untold: string })
type Found = { well: string } | { wrong: string } | { untold: string }

/**
 * Looks at everything that a call needs, one after another where one needs the other, and says of each in a line how it is. It asks
 * the outside world what the product asks it, with the product's own adapters; it changes nothing and places no call.
 */
export const checkUp = async (tools: Tools): Promise<CheckUp> => {
  const told = knocking(tools)
  const findings = await Promise.all(
    Object.entries(checks).map(async ([about, check]): Promise<Finding> => {
      try {
        return { about, ...(await check(tools, told)) }
      } catch (cause) {
        return { about, wrong: silence(about, cause, tools.stack) }
      }
    }),
  )
  return { lines: findings.map(lineOf), isWell: !findings.some((finding) => 'wrong' in finding) }
}

/** `WRONG  carrier secret   It is empty. …` */
export const lineOf = (finding: Finding): string => {
  const mark = 'wrong' in finding ? 'WRONG' : 'well' in finding ? 'ok' : '-'
  const text = 'wrong' in finding ? finding.wrong : 'well' in finding ? finding.well : finding.untold
  return `${mark.padEnd(7)}${finding.about.padEnd(aboutLength)}${text.replaceAll('\n', ' ')}`
}

/** What is to be done about something that does not answer. */
const silence = (about: string, cause: unknown, { parts, howToMend }: Tools['stack']): string => {
  const isCarrier = about.startsWith('carrier')
  const sentence = isCarrier || parts.stage.isLocal ? undefined : awsSentence(cause)
  return sentence ?? `It does not answer (${reasonOf(cause)}). ${isCarrier ? carrierAway : howToMend}`
}

const carrierAway = 'Look whether the carrier can be reached from here, and what its status page says.'
const aboutLength = 17
const minuteMs = 60_000
/** Past a deadline by this much, something is not driven on: the schedule looks every minute, and a failed worker tries for minutes. */
const overdueMs = 10 * minuteMs
/** Signatures stop being accepted at five minutes. */
const skewMsMax = minuteMs
const answerMsMax = 10_000

/** A report about a call that does not exist, signed as the carrier signs if we can: it goes the whole way and changes nothing. */
const sendTrialReport = async ({ stack, callbacks }: Tools) => {
  const { fetch, settings } = stack.parts
  const hasSecret = await hasCarrier(stack)
  const post = hasSecret ? await callbacks.trialPost(statusPath) : { url: publicUrl(settings, statusPath) }
  const answer = await fetch(post.url, { ...post, method: 'POST', signal: AbortSignal.timeout(answerMsMax) })
  return { url: post.url, status: answer.status, date: Date.parse(answer.headers.get('date') ?? ''), hasSecret }
}
const statusPath = '/carrier/calls/1-1/status'
type TrialReport = Awaited<ReturnType<typeof sendTrialReport>>

/** One trial report for all that want to know what came of it. */
const knocking = (tools: Tools): Promise<TrialReport> => {
  const trial = sendTrialReport(tools)
  trial.catch(() => undefined)
  return trial
}

const carrierJson = JSON.stringify(Object.fromEntries(carrierFields.map((name) => [name, '…'])))
const modelFields = '{"openai_api_key": "…"}'

const checks: Record<string, (tools: Tools, trial: Promise<TrialReport>) => Promise<Found>> = {
  table: async ({ users }) => {
    const { length } = await users.list()
    return { well: `It answers, with ${length} ${length === 1 ? 'user' : 'users'} in it.` }
  },

  recordings: async ({ stack }) => {
    // No recording has this id; what matters is that the bucket answers.
    for await (const _keys of recordingsOf(0, stack.parts).pages()) break
    return { well: 'The bucket answers.' }
  },

  queues: async ({ stack }) => {
    const queues = await stack.workQueues()
    const waiting = await Promise.all(queues.map(({ url }) => countOf(url, stack.parts.sqs)))
    return {
      well: `All ${queues.length} answer; ${waiting.reduce((sum, count) => sum + count, 0)} messages are in them.`,
    }
  },

  'dead letters': async ({ stack }) => {
    const listed = await listDeadLetters(await stack.workQueues(), stack.parts.sqs)
    const given = listed.filter(({ messages }) => messages > 0)
    if (given.length === 0) return { well: 'There are none.' }
    const each = given.map(({ worker, messages, oldest_at, hurts }) => {
      const age = oldest_at === undefined ? '' : `, the oldest from ${agoOf(stack.parts.worldTime() - oldest_at)}`
      return `${worker} gave up on ${messages}${age}: ${hurts}`
    })
    return { wrong: `${each.join('; ')}. Look with dead-letters list, mend the cause, then dead-letters redrive.` }
  },

  schedule: async ({ deadlines, clock, stack }) => {
    const off = await stack.switchedOff()
    if (off.length > 0)
      return { wrong: `${off.join(', ')} is switched off or gone: enable it in the AWS console, or deploy again.` }
    const late = await deadlines.past(clock.now() - overdueMs, 100)
    if (late.length === 0) return { well: 'It runs: nothing is past its deadline.' }
    const nouns = [...new Set(late.map(({ noun }) => noun))].join(', ')
    return {
      wrong:
        `${late.length} things (${nouns}) are past their deadline by over ${overdueMs / minuteMs} minutes: the schedule redrive-due ` +
        'does not run, or their workers fail. See docs/runbook/schedule-stopped.md, and the dead letters.',
    }
  },

  dialling: async ({ dialling }) => {
    const button = await dialling.read()
    const { isStopped, stopped_at, stopped_by, started_at } = button
    const since = (time: number | undefined) => (time === undefined ? '' : ` since ${isoTime(time)}`)
    if (!isStopped) return { well: `Calls and messages go out${since(started_at)}.` }
    return {
      wrong:
        `It is stopped${since(stopped_at)}${stopped_by ? ` by ${stopped_by}` : ''} (${whyStopped(button)}), so no call and no message ` +
        'goes out. Run dialling start when that is over.',
    }
  },

  concurrency: async (tools) => {
    const [limit, calls] = await Promise.all([tools.stack.concurrencyMax(), callsAtOnce(tools)])
    if (limit === undefined) return { well: 'Nothing limits how many functions run at once on this machine.' }
    const wanted = functionsBeside + Math.ceil(calls / 2)
    const counted = `The account may run ${limit} functions at once in this region`
    if (limit >= wanted)
      return { well: `${counted}; running campaigns of ${calls} calls at a time need about ${wanted}.` }
    return {
      wrong:
        `${counted}, where running campaigns of ${calls} calls at a time need about ${wanted}: callers will wait. Ask AWS for more ` +
        '(Service Quotas, Lambda, Concurrent executions).',
    }
  },

  'carrier secret': async ({ stack }) => {
    const fields = await stack.parts.secrets.read('CARRIER').catch(unreadable)
    if (fields instanceof Error) return { wrong: `${fields.message}. ${stack.howToFill('CARRIER', carrierJson)}` }
    const missing = carrierFields.filter((name) => !fields[name])
    if (missing.length === 0) return { well: `It holds ${carrierFields.join(' and ')}.` }
    return { wrong: `It lacks ${missing.join(' and ')}. ${stack.howToFill('CARRIER', carrierJson)}` }
  },

  'carrier account': async ({ carrier, stack }) => {
    if (!(await hasCarrier(stack))) return { untold: 'First fill the carrier secret.' }
    const status = await carrier.fetchAccount()
    if (status === 'active') return { well: 'The carrier accepts the credentials, and the account is active.' }
    if (status === 'unknown')
      return {
        wrong: `The carrier refuses ${carrierFields.join(' and ')}: copy them from its console. ${stack.howToFill('CARRIER', carrierJson)}`,
      }
    return { wrong: `The carrier account is ${status}: no call and no message goes out. Ask the carrier why.` }
  },

  'carrier numbers': async (tools) => {
    if (!(await hasCarrier(tools.stack))) return { untold: 'First fill the carrier secret.' }
    const owned = await carrierNumbers(tools)
    if (owned.length === 0) return { well: 'No user has a number of the carrier yet.' }
    const wrong: string[] = []
    // A few at a time: the carrier refuses many requests at once.
    for (let start = 0; start < owned.length; start += numbersAtOnce) {
      const asked = owned.slice(start, start + numbersAtOnce)
      wrong.push(...(await Promise.all(asked.map((number) => misdirected(number, tools)))).flat())
    }
    if (wrong.length === 0) return { well: `All ${owned.length} lead here.` }
    return { wrong: `At the carrier, ${wrong.join('; ')} (all POST).` }
  },

  spending: async (tools) => spendingOf(tools, await hasCarrier(tools.stack)),

  callbacks: async ({ stack }, trial) => {
    const base = publicUrl(stack.parts.settings, '')
    const answered = await trial.catch(reasonOf)
    if (typeof answered === 'string')
      return {
        wrong: `${base} cannot be reached from here (${answered}), so the carrier cannot report. ${stack.howToMend}`,
      }
    const { url, status, hasSecret } = answered
    if (status === 204) return { well: `What the carrier posts to ${base} arrives, and its signature is accepted.` }
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

  models: async (tools) => {
    const used = await modelsInUse(tools)
    const answers = await Promise.all(used.map((model) => failureOf(model, tools)))
    const wrong = answers.filter((answer) => answer !== undefined)
    if (wrong.length > 0) return { wrong: wrong.join(' ') }
    return { well: `${used.map(({ name }) => name).join(', ')} ${used.length === 1 ? 'answers' : 'answer'}.` }
  },

  multimodal: async (tools) => {
    const talking = (await allAssistants(tools)).filter(({ mode }) => mode === 'multimodal')
    if (talking.length === 0) return { well: 'No assistant is multimodal.' }
    const { missing } = await tools.realtime.address()
    if (!missing) return { well: `The model secret has what the ${talking.length} need.` }
    return {
      wrong:
        `The model secret lacks ${missing.join(', ')}, so callers of the ${talking.length} that are multimodal hear an apology. ` +
        tools.stack.howToFill(
          'MODEL',
          '{"openai_api_key": "…", "openai_project_id": "…", "openai_webhook_secret": "…"}',
        ),
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

/** What requests, callbacks and workers take beside conversations, of which each holds a function about half of its time. */
const functionsBeside = 50

const callsAtOnce = async ({ users, campaigns }: Tools): Promise<number> => {
  const all = await Promise.all((await users.list()).map(({ id }) => campaigns.list(id)))
  return all
    .flat()
    .filter(({ status }) => status === 'in-progress')
    .reduce((sum, { max_calls_in_parallel }) => sum + max_calls_in_parallel, 0)
}

const hasCarrier = async ({ parts }: Tools['stack']): Promise<boolean> => {
  const fields = await parts.secrets.read('CARRIER').catch((): Record<string, string> => ({}))
  return carrierFields.every((name) => fields[name])
}

const numbersAtOnce = 10

/** The numbers that people can call or text: a caller id belongs to another account, and SIP comes from another carrier. */
const carrierNumbers = async ({ users, numbers, clock }: Tools) => {
  const owned = await Promise.all((await users.list()).map(({ id }) => numbers.list(id)))
  return owned
    .flat()
    .filter(
      ({ type_label, expires_at }) => type_label === 'Normal' && (expires_at ?? Number.POSITIVE_INFINITY) > clock.now(),
    )
}

type Owned = Awaited<ReturnType<typeof carrierNumbers>>[number]

/** What is to be set differently at the carrier for this number. */
const misdirected = async (number: Owned, { carrier, stack }: Tools): Promise<string[]> => {
  const shown = maskPhone(number.phone_number)
  const set = await carrier.fetchNumber(number.phone_number)
  if (!set) return [`the account has no number ${shown} (id ${number.id}): buy it there, or give it its own`]
  const urlOf = (path: string) => publicUrl(stack.parts.settings, path)
  const wanted: [name: string, set: string | undefined, path: string, matters: boolean][] = [
    ['"A call comes in"', set.voice_url, '/carrier/incoming-call', true],
    ['"Call status changes"', set.status_url, '/carrier/incoming-status', true],
    ['"A message comes in"', set.message_url, '/carrier/incoming-message', number.can_send_sms],
  ]
  const wrong = wanted.filter(([, set, path, matters]) => matters && set !== urlOf(path))
  const overrides = [set.voice_override, number.can_send_sms ? set.message_override : undefined]
  const elsewhere = overrides.flatMap((sid) =>
    sid ? [`take ${shown} out of ${sid}, which its calls or messages go to whatever its addresses say`] : [],
  )
  const fetched = set.is_posted ? [] : [`let ${shown} use HTTP POST for each of its addresses`]
  if (wrong.length === 0) return [...elsewhere, ...fetched]
  return [
    ...elsewhere,
    ...fetched,
    `set for ${shown} ${wrong.map(([name, , path]) => `${name} to ${urlOf(path)}`).join(', ')}`,
  ]
}

/** The models of all assistants, and the one that steps in. */
const modelsInUse = async (tools: Tools): Promise<Model[]> => {
  const used = (await allAssistants(tools)).flatMap(({ llm_model_id }) =>
    llm_model_id === null ? [] : (modelById(llm_model_id) ?? []),
  )
  return [...new Set([defaultTextModel, ...used])]
}

const allAssistants = async ({ users, assistants }: Tools) =>
  (await Promise.all((await users.list()).map(({ id }) => assistants.list(id)))).flat()

/** Undefined when it says anything. */
const failureOf = async (model: Model, { talkModel, stack }: Tools): Promise<string | undefined> => {
  const region = stack.parts.settings.get('AWS_REGION') ?? ''
  const elsewhere = stack.parts.stage.isLocal ? undefined : regionFault(model, region)
  if (elsewhere) return elsewhere
  const stop = new AbortController()
  const history = [{ sender: 'human', text: 'Are you there?' }] as const
  const question = { model, system: 'Answer with one word.', history, temperature: 0, tools: [] }
  try {
    for await (const part of talkModel.talk(question, stop.signal))
      if (part.type === 'tool' || part.text.trim() !== '') return undefined
    throw new Error('its answer is empty')
  } catch (cause) {
    const advice = {
      bedrock: `enable it for this account in the Bedrock console${region && ` of ${region}`}, or let its assistants use another model`,
      openai: stack.howToFill('MODEL', modelFields),
      anthropic: stack.howToFill('MODEL', modelFields.replace('openai', 'anthropic')),
      google: stack.howToFill('MODEL', modelFields.replace('openai', 'google')),
    }[model.provider]
    return `${model.name} does not answer (${reasonOf(cause)}): ${advice}.`
  } finally {
    stop.abort()
  }
}

/** Profiles of Bedrock that begin with the name of a continent are there only. */
const isOffered = ({ provider, provider_model }: Model, region: string): boolean => {
  const [place = ''] = provider_model.split('.')
  return provider !== 'bedrock' || place === 'global' || region.startsWith(`${place}-`)
}

/** Undefined when the model is offered in this region; else which one to choose in its place. */
export const regionFault = (model: Model, region: string): string | undefined => {
  if (isOffered(model, region)) return undefined
  const kin = model.name.replace(/-(us|eu)$/, '')
  const here = models.filter((other) => other.name.startsWith(kin) && isOffered(other, region))
  const others = (here.length > 0 ? here : [defaultTextModel]).map(({ name }) => name)
  return `${model.name} is not offered in ${region}: let its assistants use ${others.join(' or ')}.`
}

/** The status that a request for a socket is answered with; 101 when it was opened. */
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

const unreadable = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)))

/** The deepest reason: `fetch failed` says nothing. */
const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? reasonOf(cause.cause) : cause.message || cause.name
}

const agoOf = (ms: number): string => `${durationOf(ms)} ago`
const durationOf = (ms: number): string => {
  if (ms < 2 * minuteMs) return `${Math.round(ms / 1000)} seconds`
  if (ms < 120 * minuteMs) return `${Math.round(ms / minuteMs)} minutes`
  return ms < 48 * 60 * minuteMs
    ? `${Math.round(ms / (60 * minuteMs))} hours`
    : `${Math.round(ms / (24 * 60 * minuteMs))} days`
}
