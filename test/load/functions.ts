import type { Context } from 'aws-lambda'
import { lambdaContext } from '../../infra/local/lambda-context.ts'
import type { Dice } from './dice.ts'
import { type Figures, openBucket, openSecond } from './figures.ts'
import { coldStart, latencies, type Quotas, warmMs } from './quotas.ts'
import type { LoadTime } from './time.ts'

export interface Environment {
  invoke(event: unknown, context: Context): Promise<unknown>
  /** Ends the instance; requests that it has sent are never answered. */
  kill(): void
  follow(traceHeader: string | undefined): void
}

export interface FunctionSettings {
  id: string
  timeoutMs: number
  memoryMegabytes: number
  loadsModel: boolean
  /** Undefined when the function shares unreserved concurrency. */
  reserved?: number | undefined
  create(): Environment
}

export type Invoked =
  | { outcome: 'answered'; answer: unknown }
  | { outcome: 'throttled' }
  | { outcome: 'failed'; cause: unknown }

/** Returns the function's outcome, or a failure after `ms`, as API Gateway does. */
export const withinTime = async (time: LoadTime, ms: number, invoked: Promise<Invoked>): Promise<Invoked> => {
  let cancel = () => {}
  const late = new Promise<Invoked>((done) => {
    cancel = time.after(ms, () => done({ outcome: 'failed', cause: new Error('Endpoint request timed out') }))
  })
  return Promise.race([invoked, late]).finally(() => cancel())
}

interface FunctionsWorld {
  time: LoadTime
  dice: Dice
  figures: Figures
  quotas: Quotas
}

/** Simulates Lambda: concurrency limits, cold starts and time-outs. */
export const openFunctions = ({ time, dice, figures, quotas }: FunctionsWorld, settings: FunctionSettings[]) => {
  const functions = new Map(
    settings.map((one) => [
      one.id,
      {
        ...one,
        idle: [] as { environment: Environment; since: number }[],
        growth: openBucket(time.now, quotas.functionsPer10Seconds / 10, quotas.functionsPer10Seconds),
        starts: openSecond(time.now, quotas.invocationsPerFunction * quotas.functions),
      },
    ]),
  )
  const unreserved = quotas.functions - settings.reduce((sum, { reserved = 0 }) => sum + reserved, 0)
  let isCounting = false

  return {
    begin: () => {
      isCounting = true
    },

    invoke: async (id: string, event: unknown, traceHeader?: string): Promise<Invoked> => {
      const found = functions.get(id)
      if (!found) throw new Error(`There is no function ${id}`)
      const { idle, growth, starts, loadsModel, reserved, timeoutMs, memoryMegabytes, create } = found
      while (idle[0] && idle[0].since < time.now() - warmMs) idle.shift()
      const pool = reserved === undefined ? 'functions without reservation' : `function ${id}`
      const isFull = figures.levelNow(pool) >= (reserved ?? unreserved)
      const isTooFast = !starts.has(1) || (idle.length === 0 && !growth.has(1))
      if (isCounting && (isFull || isTooFast)) {
        figures.count(`throttled function ${id}`)
        return { outcome: 'throttled' }
      }
      starts.take(1)
      figures.level('functions of all', 1)
      figures.level(`function ${id}`, 1)
      if (reserved === undefined) figures.level(pool, 1)
      figures.rate('invocations of all')
      figures.rate(`invocation ${id}`)
      const warm = idle.pop()?.environment
      if (!warm) growth.take(1)
      const environment = warm ?? create()
      const beganAt = time.now()
      if (isCounting) {
        await time.sleep(dice.within(latencies.start))
        if (!warm) {
          figures.count(`cold ${id}`)
          await time.sleep(dice.within(loadsModel ? coldStart.withModel : coldStart.usual))
        }
      }
      environment.follow(traceHeader)
      const endsAt = time.now() + timeoutMs
      const run = async (): Promise<Invoked> => {
        if (isCounting) await time.sleep(dice.within(latencies.own))
        const requestId = `request-${Math.floor(dice.number() * 2 ** 48).toString(16)}`
        const getRemainingTimeInMillis = () => Math.max(0, endsAt - time.now())
        const context = { ...lambdaContext({ functionName: id, requestId, timeoutMs }), getRemainingTimeInMillis }
        try {
          return { outcome: 'answered', answer: await environment.invoke(event, context) }
        } catch (cause) {
          return { outcome: 'failed', cause }
        }
      }
      let cancel = () => {}
      const late = new Promise<'late'>((done) => {
        cancel = time.after(timeoutMs, () => done('late'))
      })
      let survives = true
      try {
        const ended = await Promise.race([run(), late])
        if (ended === 'late') {
          figures.count(`timed out ${id}`)
          environment.kill()
          survives = false
          return { outcome: 'failed', cause: new Error(`Task ${id} timed out`) }
        }
        if (ended.outcome === 'failed') figures.count(`failed ${id}`)
        return ended
      } finally {
        cancel()
        figures.level('functions of all', -1)
        figures.level(`function ${id}`, -1)
        if (reserved === undefined) figures.level(pool, -1)
        figures.span(`function ${id}`, time.now() - beganAt)
        figures.rate('gigabyte ms', ((time.now() - beganAt) * memoryMegabytes) / 1024)
        if (survives) idle.push({ environment, since: time.now() })
      }
    },
  }
}

export type Functions = ReturnType<typeof openFunctions>
