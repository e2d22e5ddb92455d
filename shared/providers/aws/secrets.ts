import type { Settings } from './settings.ts'

/** Secrets by the name of the setting that says where they are. */
export interface Secrets {
  /**
   * The fields of a secret. They are cached for a few minutes, so that a rotated secret is used
   * without a deployment; with `anew`, after it turned out to be wrong, for some seconds only.
   */
  read(name: string, how?: { anew?: boolean }): Promise<Record<string, string>>
}

/**
 * Gets the JSON text of the secret with this ARN. Only bundles that read secrets carry an SDK that
 * can.
 */
export type FetchSecret = (arn: string) => Promise<string>

const keptMs = 5 * 60_000
/** Requests with forged signatures make a function fetch its secret no more often than this. */
const keptAnewMs = 10_000

/**
 * `CARRIER` is fetched when `CARRIER_SECRET_ARN` is set, and else read from the settings
 * `CARRIER_…` themselves, as on one machine.
 */
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
    read: (name, { anew = false } = {}) => {
      const known = kept.get(name)
      if (known && now() < known.at + (anew ? keptAnewMs : keptMs)) return known.fields
      const fields = read(name)
      kept.set(name, { fields, at: now() })
      fields.catch(() => kept.delete(name))
      return fields
    },
  }
}

/** Undefined for everything else; the parser's own words would quote the secret. */
const readObject = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
