/** The environment of a function, as the stack gave it. Read in one place, handed on as a value. */
export interface Settings {
  get(name: string): string | undefined
  /** An accident when it is missing: the stack forgot a variable. */
  required(name: string): string
  /**
   * All settings that begin with `prefix`, without it, in lower case: `CARRIER_URL` → `{ url }`.
   */
  group(prefix: string): Record<string, string>
}

export const settingsFrom = (environment: Record<string, string | undefined>): Settings => ({
  get: (name) => environment[name] || undefined,
  required: (name) => {
    const value = environment[name]
    if (!value) throw new Error(`The environment lacks ${name}`)
    return value
  },
  group: (prefix) =>
    Object.fromEntries(
      Object.entries(environment).flatMap(([name, value]) =>
        name.startsWith(prefix) && value ? [[name.slice(prefix.length).toLowerCase(), value]] : [],
      ),
    ),
})
