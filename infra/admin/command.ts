import * as z from 'zod'
import { refuse } from './refusal.ts'
import type { AdminTools } from './tools.ts'

export interface CheckUp {
  lines: string[]
  isWell: boolean
}

type Options = Record<string, z.ZodType>
type Environment = Record<string, string | undefined>

export interface Command {
  name: string
  summary: string
  options: Options
  /**
   * True for a command that checks the stack. Such a command reports a missing stack as a finding,
   * not as an error.
   */
  checksUp?: true
  /** Prepares a command that needs no stack, because it only reads files. */
  prepareAlone?(given: Record<string, unknown>): (environment: Environment) => Promise<object>
  prepare(given: Record<string, unknown>): (tools: AdminTools) => Promise<object>
}

interface Declaration<O extends Options> extends Omit<Command, 'prepare'> {
  options: O
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
