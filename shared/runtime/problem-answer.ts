import type { APIGatewayProxyStructuredResultV2 as Result } from 'aws-lambda'
import { type Problem, problemBody, problems } from '../words/problem.ts'

export const problemAnswer = (problem: Problem, saysError?: boolean): Result => {
  const [statusCode] = problems[problem.code]
  return {
    statusCode,
    headers: {
      ...(statusCode === 401 && { 'www-authenticate': 'Bearer' }),
      ...(problem.retrySeconds !== undefined && { 'retry-after': String(problem.retrySeconds) }),
    },
    body: JSON.stringify(problemBody(problem, saysError)),
  }
}
