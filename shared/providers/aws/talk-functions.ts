import type { Log } from '../../words/log.ts'
import type { Settings } from './settings.ts'
import { credentialsOf, signedRequest } from './signed-request.ts'

/** The functions that a talk begins with. */
export interface TalkFunctions {
  /**
   * Has those of them started that Lambda has put to rest, while the phone still rings: the start
   * of a function takes up to a second, and is heard once it is picked up. It never fails: a
   * function that was not woken starts when it is needed. `model_id`: the model that the talk will
   * ask.
   */
  wake(model_id?: number): Promise<void>
}

/**
 * The setting with the addresses at which they are invoked, separated by commas; without it there
 * are none to wake.
 */
export const talkFunctionsSetting = 'TALK_FUNCTIONS'

/**
 * Lambda's path to invoke a function. https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
 */
export const invocationPath = (name: string): string => `/2015-03-31/functions/${name}/invocations`
/** The function that is invoked at an address; undefined when it is another one. */
export const functionAt = (url: string): string | undefined =>
  /\/2015-03-31\/functions\/([\w-]+)\/invocations$/.exec(url)?.[1]

/** The event that only starts a function. No event of an API or a queue looks like it. */
export interface Waking {
  waking: true
  model_id?: number | undefined
}
export const isWaking = (event: object): event is Waking => 'waking' in event

interface TalkFunctionsParts {
  settings: Settings
  /** Epoch milliseconds by which requests are signed. */
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

/** The status of an invocation that Lambda does not wait for. */
const taken = 202
