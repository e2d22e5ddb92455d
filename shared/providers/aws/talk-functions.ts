import type { Log } from '../../words/log.ts'
import type { Settings } from './settings.ts'
import { credentialsOf, signedRequest } from './signed-request.ts'

export interface TalkFunctions {
  /** Starts the functions early, because a cold start takes up to a second. Never fails. */
  wake(model_id?: number): Promise<void>
}

/** Invocation URLs, separated by commas. Optional. */
export const talkFunctionsSetting = 'TALK_FUNCTIONS'

export const invocationPath = (name: string): string => `/2015-03-31/functions/${name}/invocations`
export const functionAt = (url: string): string | undefined =>
  /\/2015-03-31\/functions\/([\w-]+)\/invocations$/.exec(url)?.[1]

export interface Waking {
  waking: true
  model_id?: number | undefined
}
export const isWaking = (event: object): event is Waking => 'waking' in event

interface TalkFunctionsParts {
  settings: Settings
  /** Real epoch milliseconds, to sign requests. */
  worldTime: () => number
  fetch: typeof fetch
  log: Log
}

export const talkFunctions = ({ settings, worldTime, fetch: send, log }: TalkFunctionsParts): TalkFunctions => ({
  wake: async (model_id) => {
    const addresses = settings.get(talkFunctionsSetting)?.split(',') ?? []
    const wakeOne = async (address: string) => {
      try {
        const waking: Waking = { waking: true, model_id }
        const asked = {
          method: 'POST',
          url: address,
          service: 'lambda',
          headers: { 'x-amz-invocation-type': 'Event' },
          body: JSON.stringify(waking),
        } as const
        const { url, init } = signedRequest(asked, credentialsOf(settings, worldTime()))
        const { status } = await send(url, init)
        if (status !== taken) throw new Error(`Lambda answered ${status}`)
      } catch (cause) {
        log.warn('a function was not woken', { function: functionAt(address), cause })
      }
    }
    await Promise.all(addresses.map(wakeOne))
  },
})

const taken = 202
