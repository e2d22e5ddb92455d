import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { troubleOf, underWay } from '../../client/console/problems.ts'
import { errorsOf } from '../../client/console/work/field-problems.ts'
import { ApiError } from '../../client/problem.ts'
import { consoleForms } from '../../infra/build/console-forms.ts'
import { httpOperations } from '../../shared/operations/index.ts'
import { problems } from '../../shared/words/problem.ts'

const answer = (status: number, message: string, headers: Record<string, string> = {}) =>
  new ApiError(status, { message }, new Headers(headers))

describe('advice about a failure', () => {
  test('names the seconds to wait, and who makes the request again', () => {
    const busy = answer(429, 'Too Many Attempts.', { 'retry-after': '45' })
    expect(troubleOf(busy).advice).toBe('Wait 45 seconds, and try again. Nothing was done.')
    expect(troubleOf(busy, 45).advice).toBe('It is asked again by itself in 45 seconds.')
    expect(troubleOf(answer(503, 'Sending is paused')).advice).toBe('Wait a minute, and try again. Nothing was done.')
  })

  test('tells a lost connection from an answer', () => {
    expect(troubleOf(new TypeError('fetch failed'))).toEqual({
      message: 'The API does not answer.',
      advice: 'Look at your connection. Then try again: nothing is done twice.',
    })
  })

  test('asks for money where money is missing', () => {
    for (const [status, message] of [
      problems.insufficient_balance,
      problems.conversation_unpaid,
      problems.number_not_paid,
    ])
      expect(troubleOf(answer(status, message)).advice).toContain('top up the balance')
  })

  test('knows each answer with 409 that ends by itself', () => {
    const conflicts: string[] = Object.values(problems).flatMap(([status, message]) =>
      status === 409 ? [message] : [],
    )
    expect(conflicts).toEqual(expect.arrayContaining([...underWay]))
    expect(conflicts.filter((message) => !underWay.includes(message))).toEqual([
      problems.token_in_use[1],
      problems.assistant_changed[1],
      problems.draft_changed[1],
      problems.rollout_over[1],
      problems.conversation_over[1],
      problems.transfer_refused[1],
      problems.call_not_in_progress[1],
    ])
  })
})

const ofNoField = [
  problems.draft_not_found,
  problems.insufficient_balance,
  problems.too_many_documents,
  problems.too_many_knowledgebases,
  problems.too_many_tokens,
  problems.too_many_tools,
  problems.unknown_fields,
].map(([, message]): string => message)

const sources = globSync('client/console/work/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))
const sent = sources.flatMap((source) => [...source.matchAll(/(?:operation|create|update)(?:=|: )['"](\w+)['"]/g)])
const forms = Object.entries(consoleForms()).filter(([name]) => sent.some(([, found]) => found === name))
const operationOf = (form: string) =>
  httpOperations.find(({ id }) => id === form.replace(/[A-Z]/g, '-$&').toLowerCase())

test('every form of the console is among the forms that are checked', () => {
  expect(forms.length).toBeGreaterThan(15)
})

test.each(forms)('what %s refuses is shown at a field, unless no field is the reason', (form, fields) => {
  const refusals = (operationOf(form)?.problems ?? []).map((code) => problems[code])
  for (const [status, message] of refusals) {
    if (![400, 404, 422].includes(status) || ofNoField.includes(message)) continue
    expect([message, Object.keys(errorsOf({ message, errors: {} }, fields))]).toEqual([message, [expect.any(String)]])
  }
})
