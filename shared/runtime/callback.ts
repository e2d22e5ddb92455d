import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 as Result } from 'aws-lambda'
import type { CarrierReports } from '../domain/calls/carrier-report.ts'
import type { Instruction, LegInstruction } from '../domain/calls/instruction.ts'
import type { CallbackOperation } from '../operations/define.ts'
import type { Dependencies } from '../services.ts'
import type { Log } from '../words/log.ts'
import type { FunctionEntry } from './entry.ts'
import { signedPost } from './signed-post.ts'
import { dependenciesOf } from './wiring.ts'

export interface Reported<O extends CallbackOperation> {
  report: CarrierReports[O['report']]
  /** Value of `{ref}` in the path. */
  ref: string | undefined
  log: Log
}

/** Only operations that use `callbacks.write` or `callbacks.writeToLeg` return instructions. */
type Answer<O extends CallbackOperation> = 'callbacks.write' extends O['uses'][number]
  ? Instruction
  : 'callbacks.writeToLeg' extends O['uses'][number]
    ? LegInstruction
    : undefined

type Handle<O extends CallbackOperation> = (
  reported: Reported<O>,
  services: Dependencies<O['uses'][number]>,
) => Promise<Answer<O>>

export const callbackUses = ['callbacks.read'] as const

export const callback = <O extends CallbackOperation>(
  operation: O,
  handle: Handle<O>,
): FunctionEntry<O, APIGatewayProxyEventV2, Result> => ({
  operation,
  open: (parts, registry) => {
    const services = dependenciesOf(operation.uses, registry, parts) as Dependencies<O['uses'][number]>
    const { callbacks } = dependenciesOf([...callbackUses, 'callbacks.write', 'callbacks.writeToLeg'], registry, parts)

    return signedPost(operation, parts, async ({ event, body, log }) => {
      const path = event.rawPath + (event.rawQueryString ? `?${event.rawQueryString}` : '')
      const report = await callbacks.read<O['report']>(operation.report, { path, headers: event.headers, body })
      if (!report) return undefined
      const instruction: Instruction | LegInstruction | undefined = await handle(
        { report, ref: event.pathParameters?.ref, log },
        services,
      )
      if (!instruction) return { statusCode: 204 }
      const answer =
        instruction.step === 'brief' || instruction.step === 'join'
          ? callbacks.writeToLeg(instruction)
          : callbacks.write(instruction)
      return { statusCode: 200, headers: { 'content-type': answer.type }, body: answer.body }
    })
  },
})
