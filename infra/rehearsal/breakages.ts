import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { callKey, campaignKey, dueKey, historyKeys, smsKey } from '../../shared/table/keys.ts'
import { documentClient } from '../../shared/table/table.ts'
import { idAt } from '../../shared/words/id.ts'
import { exampleAssistant } from '../local/demo.ts'
import { askAws } from './aws-request.ts'
import {
  type Breakable,
  bucket,
  carrierSecret,
  encryptBucket,
  fillCarrier,
  fillModel,
  recreateLogGroup,
  setBackups,
  setEventSource,
  setExpiry,
  setProtection,
  setSchedule,
  stopFunction,
  table,
  underKey,
} from './by-hand.ts'
import { fillSecret } from './deploy.ts'
import { callThatIsOver, tellCarrier } from './plays.ts'
import { administer, make } from './scene.ts'

export interface Breakage {
  /** Line of `npm run admin -- doctor` that must report the breakage. */
  line: string
  what: string
  says: RegExp
  /** True when `npm run admin -- doctor` reports the breakage as information, not as a fault. */
  isTold?: true
  /** Breaks the stack and returns a function that repairs it. */
  break(on: Breakable): Promise<() => Promise<unknown>>
}

const sqs = new SQSClient()
const documents = documentClient({})
const hourMs = 3_600_000

/**
 * Checks of `npm run admin -- doctor` that fail only after another deployment. The command's own
 * tests cover these checks.
 */
export const brokenByDeploying: readonly string[] = ['calling rules', 'prices']

/** Makes a breakage in which our carrier account lacks a permission or registration. */
function demanding(line: string, what: string, says: RegExp, demands: object): Breakage {
  return {
    ...{ line, what, says },
    break: async ({ scene }) => {
      await tellCarrier(scene, 'demands', demands)
      return () => tellCarrier(scene, 'demands', {})
    },
  }
}

/** A test fails if a check of `npm run admin -- doctor` has no breakage. */
export const breakages: readonly Breakage[] = [
  {
    line: 'table',
    what: 'nothing expires',
    says: /Nothing in it expires: run aws dynamodb update-time-to-live/,
    break: async (on) => {
      await setExpiry(on, false)
      return () => setExpiry(on, true)
    },
  },
  {
    line: 'table',
    what: 'no backups',
    says: /cannot be restored to an earlier moment: run aws dynamodb update-continuous-backups/,
    break: async (on) => {
      await setBackups(on, false)
      return () => setBackups(on, true)
    },
  },
  {
    line: 'table',
    what: 'no protection',
    says: /can be deleted by mistake: run aws dynamodb update-table/,
    break: async (on) => {
      await setProtection(on, false)
      return () => setProtection(on, true)
    },
  },
  {
    line: 'key',
    what: 'a log group outside',
    says: /^Log is not under the key of the stage/,
    break: async (on) => {
      await recreateLogGroup(on)
      return () => recreateLogGroup(on, on.nameOf('Key'))
    },
  },
  {
    line: 'key',
    what: 'recordings outside',
    says: /^Recordings is not under the key of the stage/,
    break: async (on) => {
      await encryptBucket(on, '<SSEAlgorithm>AES256</SSEAlgorithm>')
      return () => underKey(on)
    },
  },
  {
    line: 'recordings',
    what: 'the bucket is gone',
    says: /does not answer \(.*\)\. Look at .* in the CloudFormation console/,
    break: async (on) => {
      await askAws({ service: 's3', method: 'DELETE', path: `/${bucket(on)}` })
      return async () => {
        await askAws({ service: 's3', method: 'PUT', path: `/${bucket(on)}` })
        await underKey(on)
      }
    },
  },
  {
    line: 'queues',
    what: 'a queue is gone',
    says: /does not answer \(.*\)\. Look at .* in the CloudFormation console/,
    break: async (on) => {
      const { url: QueueUrl } = on.queueOf('settle-sms')
      const asked = { QueueUrl, AttributeNames: ['RedrivePolicy' as const, 'VisibilityTimeout' as const] }
      const { Attributes } = await sqs.send(new GetQueueAttributesCommand(asked))
      await sqs.send(new DeleteQueueCommand({ QueueUrl }))
      return () => sqs.send(new CreateQueueCommand({ QueueName: QueueUrl.split('/').at(-1), Attributes }))
    },
  },
  {
    line: 'dead letters',
    what: 'a worker gave up',
    says: /settle-sms gave up on 1, the oldest from .*dead-letters redrive/,
    break: async (on) => {
      const { deadUrl: QueueUrl } = on.queueOf('settle-sms')
      const MessageBody = JSON.stringify({ user_id: on.user.id, sms_id: 1 })
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }))
      return () => administer(on.scene, 'dead-letters', 'redrive', '--queue', 'settle-sms')
    },
  },
  {
    line: 'schedule',
    what: 'switched off',
    says: /^RedriveDueSchedule is switched off or gone/,
    break: async (on) => {
      await setSchedule(on, 'DisableRule')
      return () => setSchedule(on, 'EnableRule')
    },
  },
  {
    line: 'schedule',
    what: 'an event source is switched off',
    says: /^SettleSmsEventSource is switched off or gone/,
    break: async (on) => {
      await setEventSource(on, false)
      return () => setEventSource(on, true)
    },
  },
  {
    line: 'schedule',
    what: 'a deadline is past',
    says: /^1 things \(call\) are past their deadline by over 10 minutes/,
    break: async (on) => {
      // Writes an overdue item. Its user does not exist, so the worker finds nothing to do.
      const Key = callKey(1, 1)
      const Item = { ...Key, ...dueKey(1, Date.now() - hourMs) }
      await documents.send(new PutCommand({ TableName: table(on), Item }))
      return () => documents.send(new DeleteCommand({ TableName: table(on), Key }))
    },
  },
  {
    line: 'dialling',
    what: 'the button is pressed',
    says: /^It is stopped since .* \(.*a rehearsal.*\), so no call and no message goes out/,
    break: async ({ scene }) => {
      await administer(scene, 'dialling', 'stop', '--why', 'a rehearsal')
      return () => administer(scene, 'dialling', 'start')
    },
  },
  {
    line: 'concurrency',
    what: 'campaigns need more',
    says: /may run \d+ functions at once .* campaigns of \d+ calls at a time need about \d+: callers will wait/,
    break: async (on) => {
      const set = (status: string, max: number) =>
        documents.send(
          new UpdateCommand({
            TableName: table(on),
            Key: campaignKey(on.user.id, on.campaign_id),
            UpdateExpression: 'SET #status = :status, max_calls_in_parallel = :max',
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: { ':status': status, ':max': max },
          }),
        )
      await set('in-progress', 100_000)
      return () => set('paused', 1)
    },
  },
  {
    line: 'lists',
    what: 'a history waits to be compacted',
    says: /They are being compacted\. user \d+: 0 of 40 messages compacted, about 60 seconds left/,
    isTold: true,
    break: async (on) => {
      const Keys = Array.from({ length: 40 }, (_, index) => smsKey(on.user.id, idAt(Date.now() - hourMs, 0) + index))
      const head = historyKeys('sms').head(on.user.id)
      const { Item: before } = await documents.send(new GetCommand({ TableName: table(on), Key: head }))
      for (const Key of Keys) {
        const Item = { ...Key, id: Number(Key.sk), user_id: on.user.id, status: 'sent' }
        await documents.send(new PutCommand({ TableName: table(on), Item }))
      }
      // Makes the item due in ten minutes, so that it still waits during `npm run admin -- doctor`.
      const waits = { ...head, ...dueKey(on.user.id, Date.now() + hourMs / 6) }
      await documents.send(new PutCommand({ TableName: table(on), Item: waits }))
      return async () => {
        for (const Key of Keys) await documents.send(new DeleteCommand({ TableName: table(on), Key }))
        if (before) await documents.send(new PutCommand({ TableName: table(on), Item: before }))
        else await documents.send(new DeleteCommand({ TableName: table(on), Key: head }))
      }
    },
  },
  {
    line: 'carrier secret',
    what: 'emptied',
    says: /^It lacks account_sid and auth_token\. Run: aws secretsmanager put-secret-value/,
    break: async (on) => {
      await fillSecret(carrierSecret(on), {})
      return () => fillCarrier(on)
    },
  },
  {
    line: 'web calls',
    what: 'without an application',
    says: /^The carrier secret lacks application_sid for web calls\./,
    break: async (on) => {
      await fillCarrier(on, { application_sid: '' })
      return () => fillCarrier(on)
    },
  },
  {
    line: 'carrier account',
    what: 'another account',
    says: /^The carrier refuses account_sid and auth_token/,
    break: async (on) => {
      // Does not change the token, because functions cache it for minutes.
      await fillCarrier(on, { account_sid: `AC${'f'.repeat(32)}` })
      return () => fillCarrier(on)
    },
  },
  {
    line: 'carrier numbers',
    what: 'one leads elsewhere',
    says: /set for \+1202•••\d+ "A call comes in" to https:.*incoming-call/,
    break: async ({ scene, user }) => {
      const { phone_number } = user.number
      await tellCarrier(scene, 'number', { phone_number, voiceUrl: 'https://example.com/elsewhere' })
      return () => tellCarrier(scene, 'number', { phone_number })
    },
  },
  demanding('countries', 'calls abroad are not allowed', /calls to US fail with 21215/, { barred_from_calls: ['US'] }),
  {
    line: 'bundles',
    what: 'one is rejected',
    says: /that of \+1202•••\d+ \(BU1\) is twilio-rejected/,
    break: async ({ scene, user }) => {
      const phone_numbers = [user.number.phone_number]
      const rejected = { sid: 'BU1', status: 'twilio-rejected', valid_until: null, phone_numbers }
      await tellCarrier(scene, 'demands', { bundles: [rejected] })
      return () => tellCarrier(scene, 'demands', {})
    },
  },
  {
    line: 'caller ids',
    what: 'the carrier has forgotten one',
    says: /^The carrier has not verified \+1202•••\d+ .* so calls from it fail with 21210/,
    break: async ({ scene, user }) => {
      const phone = '+12025550196'
      const owned = ['--user', String(user.id), '--phone', phone, '--type', 'Caller ID']
      await administer(scene, 'number', 'add', ...owned)
      await tellCarrier(scene, 'account', { lost_numbers: [phone] })
      return () => tellCarrier(scene, 'account', { lost_numbers: [] })
    },
  },
  demanding('text senders', 'no brand is registered', /30034, because no brand is registered/, {
    ...{ brand: null, campaign: null },
  }),
  {
    line: 'relay',
    what: 'it is switched off',
    says: /^The last answered call had no conversation: .*Addendum/,
    break: async ({ scene, user }) => {
      const assistant_id = await make(scene, user, '/user/assistant', exampleAssistant)
      const call = async () => {
        const wanted = { phone_number: '+12025550106', assistant_id }
        await callThatIsOver(scene, user, await make(scene, user, '/user/make_call', wanted))
      }
      await tellCarrier(scene, 'account', { relay: false })
      await call()
      return async () => {
        await tellCarrier(scene, 'account', { relay: true })
        await call()
      }
    },
  },
  {
    line: 'spending',
    what: 'a user is suspended',
    says: /Suspended: user \d+\./,
    isTold: true,
    break: async ({ scene, user }) => {
      await administer(scene, 'user', 'suspend', '--user', String(user.id))
      return () => administer(scene, 'user', 'resume', '--user', String(user.id))
    },
  },
  {
    line: 'callbacks',
    what: 'their function is stopped',
    says: /answers \d+ where 204 is right/,
    break: (on) => stopFunction(on, 'receive-call-status'),
  },
  {
    line: 'conversations',
    what: 'their function is stopped',
    says: /answers \d+ to a socket that the carrier signed, so callers hear nothing/,
    break: (on) => stopFunction(on, 'open-conversation'),
  },
  {
    line: 'models',
    what: 'a key is refused',
    says: /does not answer \(.*\): /,
    break: async (on) => {
      await fillModel(on, { base_url: on.refusingModel })
      return () => fillModel(on)
    },
  },
  {
    line: 'models',
    what: 'a stream ends without a word',
    says: /does not answer \(The model said nothing\)/,
    break: async (on) => {
      await fillModel(on, { base_url: on.silentModel })
      return () => fillModel(on)
    },
  },
  {
    line: 'multimodal',
    what: 'the secret lacks the project',
    says: /^The model secret lacks openai_project_id/,
    break: async (on) => {
      await fillModel(on, { openai_project_id: '' })
      return () => fillModel(on)
    },
  },
  {
    line: 'clock',
    what: 'this machine is ahead',
    says: /^This machine's clock is 10 minutes ahead/,
    break: async () => {
      const { now } = Date
      Date.now = () => now() + hourMs / 6
      return async () => {
        Date.now = now
      }
    },
  },
]
