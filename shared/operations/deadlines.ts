import { type DueQueue, dueQueues } from '../table/items.ts'
import { schedule } from './define.ts'

const queues = dueQueues.map((queue): `${DueQueue}.send` => `${queue}.send`)

export const redriveDue = schedule({
  id: 'redrive-due',
  area: 'deadlines',
  everyMinutes: 1,
  // Reads hundreds of thousands of keys and sends 20,000 messages within a minute.
  memoryMegabytes: 1024,
  uses: [...queues, 'clock', 'deadlines.past', 'deadlines.resting', 'dialling.read'],
  failureHurts:
    'what a dead process left behind stays undone: calls stall, slots stay taken, money stays held, webhooks stay unsent, simulations stay unfinished',
})
