import { type Command, command } from '../command.ts'
import { listDeadLetters, queuesOf, redrive } from '../dead-letters.ts'
import { showDialling, startDialling, stopDialling } from '../dialling.ts'
import { checkUp } from '../doctor/doctor.ts'
import { assistant, file, moment, optional, phone, text, user, worker } from '../options.ts'
import { reconcile } from '../reconcile/reconcile.ts'
import { refuse } from '../refusal.ts'
import { simulateFromFile } from '../simulate.ts'
import { timeOrNull } from './known.ts'

export const runningCommands: Command[] = [
  command({
    name: 'call receive',
    summary: "Lets somebody call a user's number; only where the carrier is the local double.",
    options: { to: phone(), from: phone() },
    run: async ({ to, from }, { numbers, stack }) => {
      if (!(await numbers.ownerOf(to.number))) refuse('The number of --to belongs to no user.')
      return { sid: await stack.receiveCall(to.number, from.number) }
    },
  }),
  command({
    name: 'doctor',
    summary:
      'Checks the running system end to end: a line for each check, what is wrong and what to do; exit status 1 when anything is.',
    options: {},
    checksUp: true,
    run: (_, tools) => checkUp(tools),
  }),
  command({
    name: 'simulate run',
    summary:
      'Plays a simulation of an assistant from a file, as the API would; a line for each run, and exit status 1 when one does not pass.',
    options: { user: user(), assistant: assistant(), file: file() },
    checksUp: true,
    run: (given, tools) => simulateFromFile(given, tools),
  }),
  command({
    name: 'dialling',
    summary: 'Whether calls and messages go out; if not, why, since when, and who stopped them.',
    options: {},
    run: (_, tools) => showDialling(tools),
  }),
  command({
    name: 'dialling stop',
    summary:
      'Within five seconds the carrier is asked for no call and no message any more, for the whole stage. What runs goes on, and nothing is lost.',
    options: { why: text('TEXT'), by: optional(text('NAME')) },
    run: ({ why, by }, tools) => stopDialling(why, by, tools),
  }),
  command({
    name: 'dialling start',
    summary: 'Lets everything go on where it stood, within a minute; single calls that waited too long have failed.',
    options: { by: optional(text('NAME')) },
    run: ({ by }, tools) => startDialling(by, tools),
  }),
  command({
    name: 'restore adopt',
    summary:
      'Puts back what a restore to a point in time forgets: expiry, backups, key, tags, protection; run again, it goes on.',
    options: { table: text('NAME') },
    run: ({ table }, { stack }) => stack.adoptTable(table),
  }),
  command({
    name: 'reconcile',
    summary:
      'Puts every call and message that the carrier has seen since then into a restored table, each once, and says what no carrier knows; run again, it goes on.',
    options: { since: moment() },
    run: ({ since }, tools) => reconcile(since, tools),
  }),
  command({
    name: 'dead-letters list',
    summary: 'What workers gave up on: how many messages, how old, and what some of them are about.',
    options: { queue: optional(worker()) },
    run: async ({ queue }, { stack }) => {
      const listed = await listDeadLetters(await queuesOf(stack, queue), stack.parts.sqs)
      return listed.map(({ oldest_at, ...letters }) => ({ ...letters, oldest_at: timeOrNull(oldest_at) }))
    },
  }),
  command({
    name: 'dead-letters redrive',
    summary: 'Gives the dead letters of one worker, or of all, back to it; once their cause is mended.',
    options: { queue: optional(worker()) },
    run: async ({ queue }, { stack }) =>
      Promise.all(
        (await queuesOf(stack, queue)).map(async (each) => ({
          worker: each.worker.id,
          redriven: await redrive(each, stack.parts.sqs),
        })),
      ),
  }),
]
