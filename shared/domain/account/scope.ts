/** Each scope includes the scopes before it; see `docs/security.md`. */
export const scopes = ['read', 'operate', 'all'] as const
export type Scope = (typeof scopes)[number]

export const mayDo = (held: Scope = 'all', wanted: Scope): boolean => scopes.indexOf(held) >= scopes.indexOf(wanted)

export const scopeOf = (method: 'GET' | 'POST' | 'PUT' | 'DELETE'): Scope =>
  method === 'GET' ? 'read' : method === 'DELETE' ? 'all' : 'operate'
