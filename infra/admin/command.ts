import * as z from 'zod'
import { refuse } from './refusal.ts'
import type { AdminTools } from './tools.ts'

/** Result of a check-up: lines for people instead of JSON, and whether anything is wrong. */
export interface CheckUp {
  lines: string[]
  isWell: boolean
}

type Options = Record<string, z.ZodType>
type Environment = Record<string, string | undefined>

export interface Command {
  name: string
  /** One sentence for the usage. */
  summary: string
  options: Options
  /** It answers with a CheckUp; that there is no stack to look at is a finding too. */
  checksUp?: true
  /** For a command that needs files alone: no stack is looked for. */
  prepareAlone?(given: Record<string, unknown>): (environment: Environment) => Promise<object>
  /**
   * Checks what was given and returns the command, ready to run; refuses the first thing that is
   * wrong.
   */
  prepare(given: Record<string, unknown>): (tools: AdminTools) => Promise<object>
}

interface Declaration<O extends Options> extends Omit<Command, 'prepare'> {
  options: O
  /** Gives what is printed; refuses what cannot be done. */
  run(values: z.output<z.ZodObject<O>>, tools: AdminTools): Promise<object>
}

export const command = <O extends Options>({ run, ...declared }: Declaration<O>): Command => ({
  ...declared,
  prepare: (given) => {
    const reading = z.strictObject(declared.options).safeParse(given)
    if (!reading.success) return refuse(complaint(declared.name, reading.error))
    return (tools) => run(reading.data, tools)
  },
})

/** A command that needs files alone. */
export const commandAlone = <O extends Options>({
  run,
  ...declared
}: Omit<Declaration<O>, 'run' | 'checksUp'> & {
  run(values: z.output<z.ZodObject<O>>, environment: Environment): Promise<object>
}): Command => {
  const ready = command<O>({ ...declared, run: (values) => run(values, {}) })
  return {
    ...ready,
    prepareAlone: (given) => {
      const reading = z.strictObject(declared.options).safeParse(given)
      if (!reading.success) return refuse(complaint(declared.name, reading.error))
      return (environment) => run(reading.data, environment)
    },
  }
}

const complaint = (name: string, { issues: [issue] }: z.ZodError): string =>
  issue?.code === 'unrecognized_keys'
    ? `"${name}" takes no --${issue.keys[0]}.`
    : `--${issue?.path.join('.')} ${issue?.message}.`
