import { type SendingParts, sendTool } from '../../shared/actions/turns/send-tool.ts'
import { readArguments } from '../../shared/domain/tools/tool-request.ts'
import { testTool } from '../../shared/operations/tools.ts'
import { http } from '../../shared/runtime/http.ts'
import type { Dependencies } from '../../shared/services.ts'
import { found, Problem } from '../../shared/words/problem.ts'

type Services = Dependencies<(typeof testTool)['uses'][number]>

/** Milliseconds to wait for the tool: less than API Gateway waits. */
const limitMsMax = 20_000

export const handler = http(testTool, async ({ user_id, id, body }, services) => {
  const { tools, webhookSecrets, random } = services
  const [known, current] = await Promise.all([
    tools.find(user_id, id),
    webhookSecrets.current(user_id, services.clock.now()),
  ])
  const tool = found(known, 'tool_not_found')
  const { arguments: given = {}, variables = {} } = await body()
  const { args, errors } = readArguments(tool.parameters, given)
  if (Object.keys(errors).length > 0) {
    const named = Object.entries(errors).map(([name, sentences]) => [`arguments.${name}`, sentences])
    throw new Problem('validation_failed', { errors: Object.fromEntries(named) })
  }
  const { request, answer } = await sendTool(sending(services, current), {
    tool,
    args,
    variables,
    key: `test_${Buffer.from(random.bytes(12)).toString('base64url')}`,
    about: { 'parlance-test': 'true' },
    limitMs: Math.min(tool.timeout_seconds * 1000, limitMsMax),
  })
  const isSuccess = answer.http_status !== null && answer.http_status >= 200 && answer.http_status < 300
  return {
    message: 'Tool tested',
    data: {
      request: {
        method: request.method,
        url: request.url,
        headers: tool.headers.map(({ name, mask }) => ({ name, value: mask })),
        body: request.body ?? null,
      },
      answer: {
        status: isSuccess ? ('success' as const) : ('failed' as const),
        http_status: answer.http_status,
        body: answer.text,
        error: answer.http_status === null ? answer.error : null,
        duration_ms: answer.duration_ms,
      },
    },
  }
})

/** Passes on the user's known secrets. Creates a secret only if the user has none. */
const sending = ({ webhookSecrets, ...services }: Services, [newest, ...older]: string[]): SendingParts => ({
  ...services,
  webhookSecrets: {
    ensure: async (...secret) => (newest === undefined ? webhookSecrets.give(...secret) : [newest, ...older]),
  },
})
