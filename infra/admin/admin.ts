import { parseArgs } from 'node:util'
import type * as z from 'zod'
import * as registry from '../../shared/runtime/registry.ts'
import { dependenciesOf } from '../../shared/runtime/wiring.ts'
import { awsSentence } from './aws-sentences.ts'
import type { CheckUp, Command } from './command.ts'
import { commands } from './commands.ts'
import { lineOf } from './doctor/finding.ts'
import { isRefusal, refuse } from './refusal.ts'
import { deployedStack, localStack } from './stacks.ts'
import { adminUses } from './tools.ts'

interface Surroundings {
  environment: Record<string, string | undefined>
  print(text: string): void
  warn(text: string): void
  showProgress?(text: string): void
}

const exitStatus = { done: 0, accident: 1, refused: 2 } as const

/** Runs a command. Resolves with its exit status; never rejects. */
export const admin = async (args: string[], surroundings: Surroundings): Promise<number> => {
  const { environment, print, warn, showProgress = () => {} } = surroundings
  const { values, positionals } = parseArgs({ args, options: shapes, allowPositionals: true, strict: false })
  const { help, stack, ...given } = values
  const name = positionals.slice(0, 2).join(' ')
  const command = commands.find((command) => command.name === name)
  if (help) {
    print(usage(command))
    return exitStatus.done
  }
  try {
    if (!command) return refuse(name ? `There is no command "${name}".` : 'Say which command to run.')
    const alone = command.prepareAlone?.(given)
    const run = command.prepare(given)
    if (positionals.length > 2) return refuse(`"${name}" takes only options; a value with blanks needs quotes.`)
    const told = (answer: object) => {
      if (!isCheckUp(answer)) {
        print(JSON.stringify(answer))
        return exitStatus.done
      }
      print(answer.lines.join('\n'))
      return answer.isWell ? exitStatus.done : exitStatus.accident
    }
    if (alone) return told(await alone(environment))
    const chosen = stack === undefined ? localStack(environment) : deployedStack(nameOf(stack), environment)
    const opened = await (command.checksUp ? chosen.catch(missing) : chosen)
    const answer = isCheckUp(opened)
      ? opened
      : await run({ ...dependenciesOf(adminUses, registry, opened.parts), stack: opened, warn, showProgress })
    return told(answer)
  } catch (cause) {
    const sentence = awsSentence(cause)
    if (sentence || !isRefusal(cause)) {
      warn(sentence ?? `Something went wrong: ${cause instanceof Error ? cause.message : cause}`)
      return sentence ? exitStatus.refused : exitStatus.accident
    }
    warn(`${cause.message}\n\n${usage(command)}`)
    return exitStatus.refused
  }
}

const isCheckUp = (answer: object): answer is CheckUp => 'lines' in answer && 'isWell' in answer

/** Reports a stack that cannot be opened as a finding. */
const missing = (cause: unknown): CheckUp => {
  const sentence = awsSentence(cause) ?? (isRefusal(cause) ? cause.message : undefined)
  if (sentence === undefined) throw cause
  return { lines: [lineOf({ about: 'stack', wrong: sentence })], isWell: false }
}

const nameOf = (stack: string | boolean): string =>
  typeof stack === 'string' && stack ? stack : refuse('--stack must be the name of a CloudFormation stack.')

const placeholderOf = (option: z.ZodType): string | undefined => {
  const placeholder = option.meta()?.placeholder
  return typeof placeholder === 'string' ? placeholder : undefined
}

const shapes = Object.fromEntries([
  ['help', { type: 'boolean' as const, short: 'h' }],
  ['stack', { type: 'string' as const }],
  ...commands.flatMap(({ options }) =>
    Object.entries(options).map(([name, option]) => [name, { type: placeholderOf(option) ? 'string' : 'boolean' }]),
  ),
])

const usage = (command?: Command): string =>
  command
    ? `Usage: npm run admin -- ${synopsis(command)} [--stack NAME]\n${command.summary}`
    : [
        'Usage: npm run admin -- COMMAND [--stack NAME]',
        'Works on the local stack of DATA_DIR, or with --stack on a deployed one with your AWS credentials. Prints JSON.',
        '',
        ...commands.map((command) => `  ${synopsis(command)}\n      ${command.summary}`),
      ].join('\n')

const synopsis = ({ name, options }: Command): string =>
  [
    name,
    ...Object.entries(options).map(([option, schema]) => {
      const written = [`--${option}`, placeholderOf(schema)].filter(Boolean).join(' ')
      return schema.safeParse(undefined).success ? `[${written}]` : written
    }),
  ].join(' ')
