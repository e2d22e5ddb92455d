import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mayDo, type Scope, scopes } from '../../shared/domain/account/scope.ts'
import { hashToken, writeToken } from '../../shared/domain/account/token.ts'
import { httpOperations } from '../../shared/operations/index.ts'
import { answer, type Matrix, named, openMatrix, problem } from './matrix.ts'

let matrix: Matrix
beforeAll(async () => {
  matrix = await openMatrix()
})
afterAll(() => matrix.world.close())

const tokenFor = async (scope: Scope): Promise<string> => {
  const { id } = matrix.user
  const token = writeToken(id, randomBytes(32))
  const created_at = matrix.world.clock.now()
  await matrix.world.services.tokens.create({ hash: hashToken(token), user_id: id, ending: '', scope, created_at })
  return token
}

describe.each(named(httpOperations))('%s', (_id, operation) => {
  test(`takes ${scopes.slice(scopes.indexOf(operation.scope)).join(', ')} and refuses the others, doing nothing`, async () => {
    const typical = await matrix.typical(operation)
    for (const scope of scopes) {
      if (mayDo(scope, operation.scope)) continue
      const token = await tokenFor(scope)
      const writes = await matrix.writesDuring(async () => {
        expect({ scope, ...answer(await matrix.ask(operation, { ...typical, token })) }).toEqual({
          scope,
          ...problem('not_permitted', operation),
        })
        const missing = await matrix.ask(operation, { token })
        expect(answer(missing)).toEqual(problem('not_permitted', operation))
        if (operation.method === 'GET') return
        const malformed = await matrix.ask(operation, { ...typical, text: '{', token })
        expect(answer(malformed)).toEqual(problem('not_permitted', operation))
      })
      expect(writes).toBe(0)
    }
    const reply = await matrix.ask(operation, { ...typical, token: await tokenFor(operation.scope) })
    expect(reply.status, reply.text).toBe(operation.status)
  })
})

test('only unrestricted tokens see secrets, redirect data or delete', () => {
  const of = (scope: Scope) => httpOperations.flatMap((each) => (each.scope === scope ? [each.id] : []))
  expect(of('all')).toMatchInlineSnapshot(`
    [
      "delete-call",
      "say-in-call",
      "transfer-call",
      "delete-lead",
      "delete-campaign",
      "create-token",
      "delete-token",
      "remove-from-blacklist",
      "create-assistant",
      "update-assistant",
      "delete-assistant",
      "restore-assistant-version",
      "save-draft",
      "discard-draft",
      "publish-draft",
      "finish-rollout",
      "abort-rollout",
      "enable-webhook",
      "disable-webhook",
      "enable-conversation-ended-webhook",
      "disable-conversation-ended-webhook",
      "enable-inbound-webhook",
      "disable-inbound-webhook",
      "create-tool",
      "update-tool",
      "delete-tool",
      "test-tool",
      "purchase-number",
      "import-number",
      "release-number",
      "verify-caller-id",
      "get-webhook-secret",
      "rotate-webhook-secret",
      "set-event-webhook",
      "set-calling-rule",
      "remove-calling-rule",
      "create-knowledgebase",
      "update-knowledgebase",
      "delete-knowledgebase",
      "create-document",
      "update-document",
      "delete-document",
      "create-person-export",
      "get-person-export",
      "create-person-erasure",
      "get-person-erasure",
      "delete-suppression-list",
    ]
  `)
  expect(of('operate')).toMatchInlineSnapshot(`
    [
      "make-call",
      "end-call",
      "create-lead",
      "import-leads",
      "create-lead-import",
      "update-lead",
      "create-campaign",
      "update-campaign",
      "update-campaign-status",
      "generate-reply",
      "enable-chat-ai",
      "disable-chat-ai",
      "create-web-call",
      "send-sms",
      "blacklist-number",
      "talk-to-assistant",
      "update-number",
      "resend-webhook-delivery",
      "resend-webhook-deliveries",
      "test-webhook",
      "create-consent",
      "revoke-consent",
      "check-calling-rules",
      "set-lead-place",
      "simulate-assistant",
      "replay-draft",
      "create-evidence-export",
      "create-export",
      "create-suppression-list",
    ]
  `)
  expect(httpOperations.filter(({ scope, method }) => scope === 'read' && method !== 'GET')).toEqual([])
})
