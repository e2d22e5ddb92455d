import { Sha256 } from '@smithy/core/checksum'
import { SignatureV4 } from '@smithy/signature-v4'
import type { Log } from '../../words/log.ts'
import type { Settings } from './settings.ts'

/** The functions that a talk begins with. */
export interface TalkFunctions {
  /**
   * Has those of them started that Lambda has put to rest, while the phone still rings: the start of a function takes up to a second, and is heard
   * once it is picked up. It never fails: a function that was not woken starts when it is needed. `model_id`: the model that the talk will ask.
   */
  wake(model_id?: number): Promise<void>
}

/** The setting with the addresses at which they are invoked, separated by commas; without it there are none to wake. */
export const talkFunctionsSetting = 'TALK_FUNCTIONS'

/** Where Lambda invokes a function, behind its own address. https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
export const invocationPath = (name: string): string => `/2015-03-31/functions/${name}/invocations`
/** The function that is invoked at an address; undefined when it is another one. */
export const functionAt = (url: string): string | undefined =>
  /\/2015-03-31\/functions\/([\w-]+)\/invocations$/.exec(url)?.[1]

/** What a function is invoked with only to have it started. Nothing that comes in through an API or a queue looks like it. */
export interface Waking {
  waking: true
  model_id?: number | undefined
}
export const isWaking = (event: object): event is Waking => 'waking' in event

interface TalkFunctionsParts {
  settings: Settings
  fetch: typeof fetch
  log: Log
}

export const talkFunctions = ({ settings, fetch: send, log }: TalkFunctionsParts): TalkFunctions => ({
  wake: async (model_id) => {
    const addresses = settings.get(talkFunctionsSetting)?.split(',') ?? []
    const wakeOne = async (address: string) => {
      try {
        const { status } = await send(address, await invocation(address, { waking: true, model_id }, settings))
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

/** The SDK's client would be a twelfth of the function that asks. */
const invocation = async (address: string, waking: Waking, settings: Settings) => {
  const { protocol, hostname, host, port, pathname: path } = new URL(address)
  const signer = new SignatureV4({
    service: 'lambda',
    region: settings.required('AWS_REGION'),
    credentials: {
      accessKeyId: settings.required('AWS_ACCESS_KEY_ID'),
      secretAccessKey: settings.required('AWS_SECRET_ACCESS_KEY'),
      sessionToken: settings.get('AWS_SESSION_TOKEN'),
    },
    sha256: Sha256,
  })
  const method = 'POST'
  const body = JSON.stringify(waking)
  const headers = { host, 'x-amz-invocation-type': 'Event' }
  const place = { protocol, hostname, port: port ? Number(port) : undefined, path, query: {} }
  const signed = await signer.sign({ method, ...place, headers, body })
  return { method, headers: signed.headers, body }
}
