import { receiveFrame } from '../../../shared/operations/conversations.ts'
import { operations } from '../../../shared/operations/index.ts'
import { isoTime } from '../../../shared/words/time.ts'
import { reservationsOf, reservedConcurrencyMin, unreservedMin } from '../../stack/reservations.ts'
import { countOf, listDeadLetters } from '../dead-letters.ts'
import { whyStopped } from '../dialling.ts'
import type { AdminTools } from '../tools.ts'
import { agoOf, type DoctorCheck, minuteMs } from './finding.ts'

export const workChecks: Record<string, DoctorCheck> = {
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
    // A stage without an encryption key of its own is assumed to have no real users.
    if (!(await stack.safeguards())?.key) return { well: 'They are observed, and keep no call from being made.' }
    return {
      wrong:
        'The stage is prod and does not say what they do, so they are observed and keep no call from being made: deploy with ' +
        '-c callingRules=enforce, or with observe if that is wanted. See docs/calling-rules.md.',
    }
  },

  prices: async ({ stack }) => {
    if (stack.parts.settings.get('PRICES') !== 'example') return { well: 'Users are charged by your own prices.' }
    if (!(await stack.safeguards())?.key) return { well: 'Users are charged by the example in prices.json.' }
    return {
      wrong:
        'The stage is prod and charges users by the example in prices.json: put the prices of your contracts there, ' +
        'delete is_example, and deploy again. See docs/deploying.md.',
    }
  },

  concurrency: async (tools) => {
    const [limit, calls] = await Promise.all([tools.stack.concurrencyMax(), callsAtOnce(tools)])
    if (limit === undefined) return { well: 'This machine has no limit on concurrent functions.' }
    const wanted = functionsBeside + Math.ceil(calls / 2)
    const counted = `The account may run ${limit} functions at once in this region`
    const askAws = 'Ask AWS for more (Service Quotas, Lambda, Concurrent executions).'
    if (limit < wanted)
      return {
        wrong: `${counted}, where running campaigns of ${calls} calls at a time need about ${wanted}: callers will wait. ${askAws}`,
      }
    const needed = `running campaigns of ${calls} calls at a time need about ${wanted}.`
    const reserved = Number(tools.stack.parts.settings.get('RESERVED_CONCURRENCY') ?? 0)
    if (reserved > 0) {
      const talks = Math.ceil(calls * functionsPerTalk)
      const forTalks = reservationsOf(operations, reserved).get(receiveFrame.id) ?? 0
      const kept = `${reserved} are reserved for callbacks and running calls, ${forTalks} of them for what callers say`
      if (forTalks >= talks) return { well: `${counted}; ${needed} ${kept}.` }
      return {
        wrong:
          `${kept}, where ${calls} calls at a time need about ${talks} of those: callers will wait. ` +
          `Deploy with a larger -c reservedConcurrency. At least ${unreservedMin} of the ${limit} stay unreserved.`,
      }
    }
    if (!(await tools.stack.safeguards())?.key) return { well: `${counted}; ${needed}` }
    const none = `${counted}, and none are reserved for callbacks and running calls: one token can use all of them.`
    if (limit < reservedConcurrencyMin + unreservedMin)
      return { wrong: `${none} ${askAws} Then deploy with -c reservedConcurrency. See docs/deploying.md.` }
    const half = Math.min(limit - unreservedMin, Math.max(reservedConcurrencyMin, Math.floor(limit / 2)))
    return { wrong: `${none} Deploy with -c reservedConcurrency=${half}. See docs/deploying.md.` }
  },
}

/**
 * Milliseconds. A deadline that is overdue by this time was missed by the schedule and its retries.
 */
const overdueMs = 10 * minuteMs

/** Concurrent functions for all work except conversations. */
const functionsBeside = 50

/** Concurrent functions per live call at peak load; the load test measured 0.29. */
const functionsPerTalk = 0.3

const callsAtOnce = async ({ users, campaigns }: AdminTools): Promise<number> => {
  const all = await Promise.all((await users.list()).map(({ id }) => campaigns.list(id)))
  return all
    .flat()
    .filter(({ status }) => status === 'in-progress')
    .reduce((sum, { max_calls_in_parallel }) => sum + max_calls_in_parallel, 0)
}
