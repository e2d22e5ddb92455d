/** Scopes of a token, each including those before it; `docs/security.md` explains them. */
export const scopes = ['read', 'operate', 'all'] as const
export type Scope = (typeof scopes)[number]

/** Tokens from before there were scopes may do everything. */
export const mayDo = (held: Scope = 'all', wanted: Scope): boolean => scopes.indexOf(held) >= scopes.indexOf(wanted)

/**
 * Looking, working with what is there, and what cannot be taken back: what the method of a request
 * says by itself.
 */
export const scopeOf = (method: 'GET' | 'POST' | 'PUT' | 'DELETE'): Scope =>
  method === 'GET' ? 'read' : method === 'DELETE' ? 'all' : 'operate'
