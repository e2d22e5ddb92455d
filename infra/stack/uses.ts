import { type Operation, waitsForOthers } from '../../shared/operations/define.ts'
import { authenticationUses } from '../../shared/runtime/authenticate.ts'
import { callbackUses } from '../../shared/runtime/callback.ts'
import { idempotencyUses } from '../../shared/runtime/idempotent.ts'
import { mcpUses } from '../../shared/runtime/mcp.ts'
import { noticeUses } from '../../shared/runtime/notice.ts'
import { rateLimitUses, waitingUses } from '../../shared/runtime/rate-limit.ts'
import { shareUses } from '../../shared/runtime/worker-share.ts'
import type { Use } from '../../shared/services.ts'

/**
 * Returns the service calls that the operation declares, and those of code that runs around every
 * operation of its kind.
 */
export const usesOf = (operation: Operation): Use[] => [...new Set([...operation.uses, ...envelopeUses(operation)])]

const envelopeUses = (operation: Operation): readonly Use[] => {
  if (operation.kind === 'callback') return callbackUses
  if (operation.kind === 'notice') return noticeUses
  if (operation.kind === 'mcp') return mcpUses
  if (operation.kind === 'worker') return shareUses(operation)
  if (operation.kind === 'visit') return [...authenticationUses, ...rateLimitUses]
  if (operation.kind !== 'http') return []
  const always = [...authenticationUses, ...rateLimitUses, ...(waitsForOthers(operation) ? waitingUses : [])]
  if (operation.method !== 'POST') return always
  // `idempotency.forget` releases the key of an invalid request; only a request with a body can be
  // invalid.
  return [...always, ...idempotencyUses.filter((use) => operation.body || use !== 'idempotency.forget')]
}
