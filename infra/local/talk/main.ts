import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { readId } from '../../../shared/domain/id.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { localStack } from '../../admin/stacks.ts'
import { doubleAccount } from '../carrier/account.ts'
import { readSettings } from '../settings.ts'
import { startTalk } from './talk.ts'

/** `npm run talk -- --assistant ID`: type to an assistant of the running local stack; Ctrl-C hangs up. */

const outcomePatienceMs = 30_000

const refuse = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}

const talk = async () => {
  const { values } = parseArgs({ options: { assistant: { type: 'string' } }, strict: false })
  const id = readId(String(values.assistant ?? '')) ?? refuse('Say whom to talk to: npm run talk -- --assistant ID')
  const { parts } = await localStack(process.env)
  const settings = readSettings(process.env)

  const users = await registry.users(parts).list()
  const found = await Promise.all(users.map((user) => registry.assistants(parts).find(user.id, id)))
  const assistant = found.find((each) => each !== undefined) ?? refuse(`There is no assistant ${id}.`)

  if (assistant.mode === 'multimodal')
    refuse(`${assistant.name} is multimodal: its realtime model takes no typed text.`)

  process.stdout.write(`You are talking to ${assistant.name}. Type what you say; Ctrl-C hangs up.\n\n`)
  let midSentence = false
  const call = await startTalk({
    parts,
    origin: settings.PUBLIC_URL ?? `http://127.0.0.1:${settings.PORT}`,
    authToken: settings.CARRIER_AUTH_TOKEN ?? doubleAccount.authToken,
    assistant,
    onSpeech: (text) => {
      process.stdout.write(midSentence ? text : `${assistant.name}: ${text}`)
      midSentence = !text.endsWith('\n')
    },
    onOver: async () => {
      process.stdout.write('\nThe call is over.\n')
      const { call: ended, detail } = await call.outcome(outcomePatienceMs)
      const { transcript: _heard, messages: _shown, ...evaluation } = detail ?? {}
      process.stdout.write(`${JSON.stringify({ status: ended?.status, ...evaluation }, null, 2)}\n`)
      process.exit(0)
    },
  })
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: '' })
  lines.on('line', (line) => line.trim() && call.say(line.trim()))
  // A terminal hands Ctrl-C to readline; the end of a piped input hangs up, too.
  lines.on('SIGINT', () => call.hangUp())
  lines.on('close', () => call.hangUp())
  process.on('SIGINT', () => call.hangUp())
}

talk().catch((cause) => refuse(cause instanceof Error ? cause.message : String(cause)))
