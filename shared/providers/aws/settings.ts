/** The environment of a function, read in one place. */
export interface Settings {
  get(name: string): string | undefined
  /** Throws when the stack forgot a variable. */
  required(name: string): string
  /** Settings with `prefix`, without it, in lower case: `CARRIER_URL` → `{ url }`. */
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
