import { isoTime } from '../../../shared/words/time.ts'
import { countOf, listDeadLetters } from '../dead-letters.ts'
import { whyStopped } from '../dialling.ts'
import type { Tools } from '../tools.ts'
import { agoOf, type Check, minuteMs } from './finding.ts'

export const workChecks: Record<string, Check> = {
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

  'calling rules': async ({ stack }) => {
    const chosen = stack.parts.settings.get('CALLING_RULES')
    if (chosen !== undefined) return { well: `The stage says ${chosen} for calls and campaigns that say nothing else.` }
    // Only a stage that calls real people has a key of its own.
    if (!(await stack.safeguards())?.key) return { well: 'They are observed, and keep no call from being made.' }
    return {
      wrong:
        'The stage is prod and does not say what they do, so they are observed and keep no call from being made: deploy with ' +
        '-c callingRules=enforce, or with observe if that is wanted. See docs/calling-rules.md.',
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
}

/** Past a deadline by this much, something is not driven on: the schedule looks every minute, and a failed worker tries for minutes. */
const overdueMs = 10 * minuteMs

/** What requests, callbacks and workers take beside conversations, of which each holds a function about half of its time. */
const functionsBeside = 50

const callsAtOnce = async ({ users, campaigns }: Tools): Promise<number> => {
  const all = await Promise.all((await users.list()).map(({ id }) => campaigns.list(id)))
  return all
    .flat()
    .filter(({ status }) => status === 'in-progress')
    .reduce((sum, { max_calls_in_parallel }) => sum + max_calls_in_parallel, 0)
}
