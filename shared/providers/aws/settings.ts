export interface Settings {
  get(name: string): string | undefined
  required(name: string): string
  /** Settings with a prefix: for `CARRIER_`, `CARRIER_URL` becomes `{ url }`. */
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
