import { expect, test } from 'vitest'
import { requestOf } from '../../../infra/rehearsal/requests.ts'
import { httpOperations } from '../../../shared/operations/index.ts'

test('the rehearsal has a request for every operation of the interface', () => {
  expect(httpOperations.map((operation) => requestOf(operation))).toHaveLength(httpOperations.length)
})
