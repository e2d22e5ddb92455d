import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { processIsIdle } from './quiet.ts'

const never = () => false

test('a process is idle beside another one that runs, and not while the answer of one is awaited', async () => {
  const child = spawn(process.execPath, ['--eval', 'process.stdin.resume()'])
  try {
    await once(child, 'spawn')
    const answers = { awaited: 0 }
    await processIsIdle(never, answers)

    answers.awaited = 1
    let isIdle = false
    const idle = processIsIdle(never, answers).then(() => {
      isIdle = true
    })
    await pause(50)
    expect(isIdle).toBe(false)
    answers.awaited = 0
    await idle
  } finally {
    child.kill()
  }
})

test('what is put off to the next turn of the event loop, again and again, is work', async () => {
  let isWorking = true
  const work = () => isWorking && setImmediate(work)
  work()
  let isOver = false
  let isIdle = false
  const idle = processIsIdle(() => isOver, { awaited: 0 }).then(() => {
    isIdle = !isOver
  })
  await pause(50)
  isOver = true
  isWorking = false
  await idle
  expect(isIdle).toBe(false)
})
