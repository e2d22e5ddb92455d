import { attemptLimitMs, urlOf, webhookKinds } from '../../shared/domain/webhooks/delivery.ts'
import { webhookResponse } from '../../shared/domain/webhooks/webhook-answer.ts'
import { samplePayload } from '../../shared/domain/webhooks/webhook-payload.ts'
import { newWebhookSecret } from '../../shared/domain/webhooks/webhook-secret.ts'
import { testWebhook } from '../../shared/operations/webhooks.ts'
import { http } from '../../shared/runtime/http.ts'
import { sentences } from '../../shared/words/fields.ts'
import { finding } from '../../shared/words/form.ts'
import { found, Problem } from '../../shared/words/problem.ts'

export const handler = http(testWebhook, async ({ user_id, id, body }, services) => {
  const { assistants, webhookSecrets, webhookClient, clock, random } = services
  const now = clock.now()
  const asking = body()
  const [known, secrets] = await Promise.all([
    assistants.find(user_id, id),
    asking.then(
      () => webhookSecrets.ensure(user_id, newWebhookSecret(random), now),
      () => [],
    ),
  ])
  const assistant = found(known, 'assistant_not_found')
  const asked = await asking
  const kind = asked.webhook ?? webhookKinds.find((one) => urlOf(assistant, one)) ?? 'post_call'
  // A post-call webhook keeps its URL when it is switched off, so it can be tested then too.
  const url = kind === 'post_call' ? assistant.webhook_url : urlOf(assistant, kind)
  if (!url) throw new Problem('validation_failed', { errors: finding('webhook_url', sentences.required) })

  const webhook_id = `msg_test_${Buffer.from(random.bytes(12)).toString('base64url')}`
  const event = { webhook_id, secrets, payload: samplePayload(assistant, kind, now) }
  const answer = await webhookClient.ask(url, event, attemptLimitMs)
  return {
    message: 'Test webhook sent',
    data: { error: null, ...webhookResponse(answer), duration_ms: answer.duration_ms },
  }
})
