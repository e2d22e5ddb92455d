import type { Settings } from './settings.ts'

export interface Secrets {
  /**
   * Reads a secret, cached for minutes. `isRetry`: the cached secret did not work, so it is fetched
   * again, at most every ten seconds.
   */
  read(name: string, how?: { isRetry?: boolean }): Promise<Record<string, string>>
}

export type FetchSecret = (arn: string) => Promise<string>

const keptMs = 5 * 60_000
/**
 * Minimum milliseconds between reads with `isRetry`, because each forged signature causes such a
 * read.
 */
const retryMs = 10_000

/** Fetches a secret if the setting `NAME_SECRET_ARN` exists, else reads the settings `NAME_…`. */
export const openSecrets = (settings: Settings, now: () => number, fetchSecret?: FetchSecret): Secrets => {
  const kept = new Map<string, { fields: Promise<Record<string, string>>; at: number }>()
  const read = async (name: string): Promise<Record<string, string>> => {
    const arn = settings.get(`${name}_SECRET_ARN`)
    if (!arn) return settings.group(`${name}_`)
    if (!fetchSecret) throw new Error(`Nobody here can fetch the secret of ${name}`)
    const fields = readObject(await fetchSecret(arn))
    if (!fields) throw new Error(`The secret of ${name} is not a JSON object`)
    return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)]))
  }
  return {
    read: (name, { isRetry = false } = {}) => {
      const known = kept.get(name)
      if (known && now() < known.at + (isRetry ? retryMs : keptMs)) return known.fields
      const fields = read(name)
      kept.set(name, { fields, at: now() })
      fields.catch(() => kept.delete(name))
      return fields
    },
  }
}

/** Parses a secret. Throws no parser error, because its message would quote the secret. */
const readObject = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
