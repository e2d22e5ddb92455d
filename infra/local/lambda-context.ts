import type { Context } from 'aws-lambda'

interface ContextOptions {
  functionName: string
  requestId: string
  timeoutMs: number
}

/** Makes a Lambda context, whose remaining time runs in real time. */
export const lambdaContext = ({ functionName, requestId, timeoutMs }: ContextOptions): Context => {
  const endsAt = performance.now() + timeoutMs
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
    memoryLimitInMB: '512',
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, Math.floor(endsAt - performance.now())),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  }
}
