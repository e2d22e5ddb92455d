import * as z from 'zod'
import { callingModes } from '../../shared/domain/campaigns/calling-mode.ts'
import { consentWants } from '../../shared/domain/consents/consent-verdict.ts'
import { dimensionsMax } from '../../shared/domain/knowledge/vectors.ts'

const Settings = z.object({
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  /** Address to listen on. Containers need 0.0.0.0, which also admits other machines. */
  BIND_ADDRESS: z.union([z.ipv4(), z.ipv6()]).default('127.0.0.1'),
  DATA_DIR: z.string().default('.local'),
  CLOCK_SPEED: z.coerce.number().positive().max(10_000).default(1),
  CARRIER_URL: z.url().optional(),
  CARRIER_ACCOUNT_SID: z.string().optional(),
  CARRIER_AUTH_TOKEN: z.string().optional(),
  CARRIER_API_KEY_SID: z.string().optional(),
  CARRIER_API_KEY_SECRET: z.string().optional(),
  CARRIER_APPLICATION_SID: z.string().optional(),
  /**
   * Base URL (`…/v1`) of a server with OpenAI's chat completions, instead of the simulated model.
   */
  MODEL_BASE_URL: z.url().optional(),
  MODEL_API_KEY: z.string().optional(),
  MODEL_NAME: z.string().optional(),
  /** Embedding model. Without it, knowledge is searched by words. */
  MODEL_EMBEDDING_MODEL: z.string().optional(),
  /** Needed only if the embedding model offers several numbers of dimensions. */
  MODEL_EMBEDDING_DIMENSIONS: z.coerce.number().int().min(1).max(dimensionsMax).optional(),
  /** Realtime models need these three settings and a real carrier. */
  MODEL_OPENAI_API_KEY: z.string().optional(),
  MODEL_OPENAI_PROJECT_ID: z.string().optional(),
  MODEL_OPENAI_WEBHOOK_SECRET: z.string().optional(),
  CARRIER_CALLS_PER_SECOND: z.coerce.number().positive().max(10_000).optional(),
  OVERDRAFT: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,6})?$/)
    .optional(),
  /** Default: 100. */
  LIVE_CALLS_PER_USER: z.coerce.number().int().min(1).max(9999).optional(),
  STALE_CALL_MINUTES: z.coerce.number().int().min(1).max(9999).optional(),
  /** Default: `observe`. */
  CALLING_RULES: z.enum(callingModes).optional(),
  CALLING_RULES_FLOOR: z.enum(callingModes).optional(),
  REQUIRE_CONSENT_FLOOR: z.enum(consentWants).optional(),
  /** Default: 6. */
  EVIDENCE_YEARS: z.coerce.number().int().min(1).max(30).optional(),
  CALL_COUNTRIES: z
    .string()
    .regex(/^[A-Z]{2}(,[A-Z]{2})*$/)
    .optional(),
  /** Requests per token; a deployed stage allows 600. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(100_000),
  PUBLIC_URL: z.url().optional(),
  DYNAMODB_ENDPOINT: z.url().optional(),
  DYNOXIDE_BIN: z.string().optional(),
})
export type LocalSettings = z.output<typeof Settings>

export const settingNames = Object.keys(Settings.shape)

export const readSettings = (environment: Record<string, string | undefined>): LocalSettings => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const settings = Settings.safeParse(given)
  if (!settings.success) {
    const [issue] = settings.error.issues
    throw new Error(
      `${issue?.path.join('.')} cannot be ${JSON.stringify(given[String(issue?.path[0])])}: ${issue?.message}`,
    )
  }
  const { CARRIER_URL, CARRIER_ACCOUNT_SID, CARRIER_AUTH_TOKEN, PUBLIC_URL } = settings.data
  const { MODEL_BASE_URL, MODEL_API_KEY, MODEL_NAME } = settings.data
  if (CARRIER_URL && !(CARRIER_ACCOUNT_SID && CARRIER_AUTH_TOKEN))
    throw new Error('CARRIER_URL needs CARRIER_ACCOUNT_SID and CARRIER_AUTH_TOKEN as well')
  if ((CARRIER_ACCOUNT_SID || CARRIER_AUTH_TOKEN) && !CARRIER_URL)
    throw new Error('CARRIER_ACCOUNT_SID and CARRIER_AUTH_TOKEN need CARRIER_URL: without it the double is the carrier')
  if (CARRIER_URL && !isHere(CARRIER_URL) && !PUBLIC_URL)
    throw new Error('CARRIER_URL needs PUBLIC_URL as well: the carrier cannot reach this machine without a tunnel')
  if ((MODEL_API_KEY || MODEL_NAME) && !MODEL_BASE_URL)
    throw new Error('MODEL_API_KEY and MODEL_NAME need MODEL_BASE_URL: without it the double is the model')
  return settings.data
}

/** True for a URL of this machine, which needs no tunnel. */
const isHere = (url: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
