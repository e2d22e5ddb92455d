import { expect, test } from 'vitest'
import { lambdaContext } from '../../../infra/local/lambda-context.ts'

test('names the function and the request, and the time left runs out', () => {
  const context = lambdaContext({ functionName: 'create-lead', requestId: 'r-1', timeoutMs: 20_000 })
  expect(context).toMatchObject({ functionName: 'create-lead', awsRequestId: 'r-1' })
  expect(context.getRemainingTimeInMillis()).toBeLessThanOrEqual(20_000)
  expect(lambdaContext({ functionName: 'x', requestId: 'r', timeoutMs: 0 }).getRemainingTimeInMillis()).toBe(0)
})
