import { EventEmitter, once } from 'node:events'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createClient, Problem } from '../../../client/client.ts'
import { readId } from '../../../shared/words/id.ts'
import { findLocal, localStack } from '../../admin/stacks.ts'
import { doubleAccount } from '../carrier/account.ts'
import { readDemo } from '../demo.ts'
import { readSettings } from '../settings.ts'
import { outcomeOf, startTalk } from './talk.ts'

/**
 * `npm run talk -- --assistant ID` lets you type to an assistant of the running local stack. Ctrl-C
 * hangs up.
 */

const toolPollMs = 500
/** Milliseconds to wait for the answer to a line from a pipe. */
const answerMs = 30_000

const refuse = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}

const talk = async () => {
  const { values } = parseArgs({ options: { assistant: { type: 'string' }, token: { type: 'string' } }, strict: false })
  const id = readId(String(values.assistant ?? '')) ?? refuse('Say whom to talk to: npm run talk -- --assistant ID')
  const { api } = await findLocal(process.env)
  const { parts } = await localStack(process.env)
  const settings = readSettings(process.env)
  const token = typeof values.token === 'string' ? values.token : (await readDemo(settings.DATA_DIR)).token
  const client = createClient({ baseUrl: api, token })

  const assistant = await client.getAssistant({ id }).catch((cause: unknown) => {
    if (cause instanceof Problem && cause.status === 404) return refuse(`There is no assistant ${id}.`)
    throw cause
  })
  if (assistant.mode === 'multimodal')
    refuse(`${assistant.name} is multimodal: its realtime model takes no typed text.`)

  process.stdout.write(`You are talking to ${assistant.name}. Type what you say; Ctrl-C hangs up.\n\n`)
  let midSentence = false
  const heard = new EventEmitter()
  const call = await startTalk({
    parts,
    origin: settings.PUBLIC_URL ?? `http://127.0.0.1:${settings.PORT}`,
    authToken: settings.CARRIER_AUTH_TOKEN ?? doubleAccount.authToken,
    assistant,
    onSpeech: (text) => {
      process.stdout.write(midSentence ? text : `${assistant.name}: ${text}`)
      midSentence = !text.endsWith('\n')
      if (!midSentence) heard.emit('turn')
    },
    onOver: async () => {
      process.stdout.write('\nThe call is over.\n')
      const { status, ...known } = await outcomeOf(client, call.id)
      process.stdout.write(
        `${JSON.stringify({ status, evaluation: known.evaluation, variables: known.variables }, null, 2)}\n`,
      )
      process.exit(0)
    },
  })
  const shown = new Map<string, string>()
  setInterval(async () => {
    const { tool_calls } = await client.getCall({ id: call.id }).catch(() => ({ tool_calls: [] }))
    for (const used of tool_calls) {
      if (shown.get(used.id) === used.outcome) continue
      shown.set(used.id, used.outcome)
      process.stdout.write(`  [${used.name} ${JSON.stringify(used.arguments)}: ${used.outcome}]\n`)
    }
  }, toolPollMs).unref()
  if (!process.stdin.isTTY) return readPiped(call, heard)
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: '' })
  lines.on('line', (line) => line.trim() && call.say(line.trim()))
  lines.on('SIGINT', () => call.hangUp())
  lines.on('close', () => call.hangUp())
  process.on('SIGINT', () => call.hangUp())
}

/**
 * Reads lines from a pipe. Sends each line after the answer to the previous line, then hangs up.
 */
const readPiped = async (call: Awaited<ReturnType<typeof startTalk>>, heard: EventEmitter) => {
  process.on('SIGINT', () => call.hangUp())
  for await (const line of createInterface({ input: process.stdin })) {
    if (!line.trim()) continue
    process.stdout.write(`You: ${line.trim()}\n`)
    const answered = once(heard, 'turn', { signal: AbortSignal.timeout(answerMs) })
    call.say(line.trim())
    await answered.catch(() => process.stdout.write('(no answer)\n'))
  }
  await call.hangUp()
}

talk().catch((cause) => refuse(cause instanceof Error ? cause.message : String(cause)))
