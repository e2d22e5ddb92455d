import { expect, test } from 'vitest'
import { openFunctions } from './functions.ts'
import { quotas } from './quotas.ts'
import { openRules, useRules, workOf } from './rules.ts'

useRules()

test('functions are refused beyond what the account may run at a time', async () => {
  const rules = openRules({ functions: 10 })
  const functions = openFunctions(rules, [workOf(rules.time, 1_000)])
  functions.begin()
  const invoked = Array.from({ length: 12 }, () => functions.invoke('work', {}))
  const outcomes = await rules.time.until(Promise.all(invoked))
  expect(outcomes.filter(({ outcome }) => outcome === 'throttled')).toHaveLength(2)
  expect(rules.figures.peakLevel('functions of all')).toBe(10)
})

test('limits invocations and new instances of a function per second', async () => {
  const rules = openRules({ functions: 10 })
  const { time, figures } = rules
  const functions = openFunctions(rules, [workOf(time, 1)])
  functions.begin()
  for (let index = 0; index < 200; index++) time.after(5 * index, () => functions.invoke('work', {}))
  await time.advance(999)
  expect(figures.countOf('throttled function work')).toBeGreaterThan(50)

  const many = openRules({ functions: 5_000 })
  const others = openFunctions(many, [workOf(many.time, 1_000)])
  others.begin()
  const outcomes = Array.from({ length: 1_500 }, () => others.invoke('work', {}))
  await many.time.until(Promise.all(outcomes))
  expect(many.figures.countOf('throttled function work')).toBe(1_500 - quotas.functionsPer10Seconds)
})

test('a function starts cold once, and ends at its time-out', async () => {
  const rules = openRules()
  const { time, figures } = rules
  let killed = 0
  const endless = workOf(time, 70_000)
  const create = () => ({ ...endless.create(), kill: () => killed++ })
  const functions = openFunctions(rules, [workOf(time, 1), { ...endless, create, id: 'endless' }])
  functions.begin()
  await time.until(functions.invoke('work', {}))
  await time.until(functions.invoke('work', {}))
  expect(figures.countOf('cold work')).toBe(1)
  const startedAt = time.now()
  expect(await time.until(functions.invoke('endless', {}))).toMatchObject({ outcome: 'failed' })
  expect(time.now() - startedAt).toBeGreaterThanOrEqual(endless.timeoutMs)
  expect(killed).toBe(1)
})
