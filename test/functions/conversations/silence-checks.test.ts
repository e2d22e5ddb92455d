import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { beforeEach, expect, test } from 'vitest'
import { type CallRef, TurnRef } from '../../../shared/domain/calls/call-ref.ts'
import { withCheckAt } from '../../../shared/domain/conversations/silence-checks.ts'
import { unchanged } from '../../../shared/domain/conversations/talk.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { connectLine } from './line.ts'

let sent: { by: string; check: TurnRef }[] = []
let idle: string[] = []
const idleOf = ({ call_id }: CallRef) => idle.filter((event) => event.includes(String(call_id)))
const differentChecks = (checks: typeof sent) =>
  checks.filter(({ check }, index) => checks.findIndex((other) => other.check.at === check.at) === index)
const checksOf = ({ call_id }: CallRef) => sent.filter(({ check }) => check.call_id === call_id)

const world = useWorld({
  open: ({ operation, open }, parts) => {
    const isLook = operation.id === 'watch-silence'
    const invocation = { effects: 0 }
    const send = async (...[command]: Parameters<typeof parts.sqs.send>) => {
      const { QueueUrl = '', MessageBody = '' } = command instanceof SendMessageCommand ? command.input : {}
      if (QueueUrl.endsWith('watch-silence'))
        sent.push({ by: operation.id, check: TurnRef.parse(JSON.parse(MessageBody)) })
      return parts.sqs.send(command)
    }
    const sqs = new Proxy(parts.sqs, {
      get: (client, name) => (name === 'send' ? send : Reflect.get(client, name)),
    })
    const write: typeof parts.table.write = (writes) => {
      invocation.effects += 1
      return parts.table.write(writes)
    }
    const run = open({ ...parts, sqs, table: { ...parts.table, write } }, registry)
    return async (event, context) => {
      const { effects } = invocation
      const answer = await run(event, context)
      if (isLook && invocation.effects === effects) idle.push(JSON.stringify(event))
      return answer
    }
  },
})
const user = useUser(world)
beforeEach(() => {
  sent = []
  idle = []
})

const converse = async (settings: Record<string, unknown> = {}) => {
  const line = await connectLine(world, user, await assistantFor(world, user, settings))
  await expect.poll(async () => (await line.talk())?.channel.type).toBe('socket')
  for (let spoken = 1; spoken <= 9; spoken++) {
    await world.run(3)
    line.socket.prompt(`And what about the ${spoken}th tea?`)
    await line.socket.turns(spoken)
    await world.settled()
  }
  return line
}

test('a call of thirty seconds costs five checks at most', async () => {
  const { socket, ref, post } = await converse()
  await world.run(3)
  expect(checksOf(ref).length).toBeLessThanOrEqual(5)
  expect(idleOf(ref)).toEqual([])
  socket.close()
  await post('session', {
    SessionId: 'VX1',
    SessionStatus: 'completed',
    CallStatus: 'completed',
    SessionDuration: '30',
  })
  await world.run(60)
  expect(checksOf(ref).length).toBeLessThanOrEqual(5)
  expect(idleOf(ref).length).toBeLessThanOrEqual(1)
})

test('an assistant that soon loses patience is checked as cheaply', async () => {
  const { socket, ref } = await converse({ re_engagement_interval: 7 })
  await world.run(3)
  expect(checksOf(ref).length).toBeLessThanOrEqual(5)
  socket.close()
})

test('a goodbye’s check ends the call when it is spoken', async () => {
  const { socket, ref, talk } = await connectLine(world, user, await assistantFor(world, user))
  await world.run(1)
  socket.prompt('I have no time. Goodbye!')
  await socket.turns(1)
  await world.run(5)
  expect((await talk())?.phase.type).toBe('over')
  expect(checksOf(ref).map(({ by }) => by)).toEqual(['answer-call', 'receive-frame'])
  expect(idleOf(ref)).toEqual([])
  socket.close()
})

test('checks that all arrive twice do no more than those that arrive once', async () => {
  const line = await connectLine(world, user, await assistantFor(world, user, { re_engagement_interval: 10 }))
  let checks = 0
  for (let second = 0; second < 90; second++) {
    await world.run(1)
    const due = checksOf(line.ref).filter(({ check: { at = 0 } }) => at <= world.clock.now())
    sent = sent.filter((each) => !due.includes(each))
    for (const { check } of due) await world.services.watchSilenceQueue.nudge(check, 0)
    checks += differentChecks(due).length
  }
  expect(line.socket.heard.filter(({ type }) => type === 'end')).toHaveLength(1)
  expect((await line.talk())?.engaged).toBe(3)
  expect(checks).toBeLessThanOrEqual(6)
  line.socket.close()
})

test('a lost check is made up for when the caller speaks', async () => {
  const line = await connectLine(world, user, await assistantFor(world, user, { re_engagement_interval: 10 }))
  await world.services.conversations.change(line.ref, (talk) =>
    unchanged(withCheckAt(talk, world.clock.now() - 60_000 + talk.turn)),
  )
  line.socket.prompt('Hello?')
  await line.socket.turns(1)
  await world.run(25)
  await line.socket.turns(2)
  line.socket.close()
})
