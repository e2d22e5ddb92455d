import * as z from 'zod'
import { callingModes } from '../../shared/domain/campaigns/calling-mode.ts'
import { consentWants } from '../../shared/domain/consents/consent-verdict.ts'
import { dimensionsMax } from '../../shared/domain/knowledge/vectors.ts'

/** The start-up contract: what `npm start` and the admin command read from the environment. */
const Settings = z.object({
  /** Port of the API. */
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  /**
   * The address on which the API listens. 0.0.0.0 lets other machines in, and is what a container
   * needs.
   */
  BIND_ADDRESS: z.union([z.ipv4(), z.ipv6()]).default('127.0.0.1'),
  /** Folder of the local stack's data; the next start finds it again. */
  DATA_DIR: z.string().default('.local'),
  /** Speed of the local world; 1 is real time. */
  CLOCK_SPEED: z.coerce.number().positive().max(10_000).default(1),
  /** A real carrier, or anything that speaks its dialect, instead of the double. */
  CARRIER_URL: z.url().optional(),
  CARRIER_ACCOUNT_SID: z.string().optional(),
  CARRIER_AUTH_TOKEN: z.string().optional(),
  /** Web calls of a real carrier: the key that signs tokens, and the application. */
  CARRIER_API_KEY_SID: z.string().optional(),
  CARRIER_API_KEY_SECRET: z.string().optional(),
  CARRIER_APPLICATION_SID: z.string().optional(),
  /** A model server that speaks OpenAI's chat completions (`…/v1`), instead of the double. */
  MODEL_BASE_URL: z.url().optional(),
  MODEL_API_KEY: z.string().optional(),
  /** Name of the model there, if it differs from the assistant's. */
  MODEL_NAME: z.string().optional(),
  /**
   * The model that says what passages of documents mean; without it, they are found by their words.
   */
  MODEL_EMBEDDING_MODEL: z.string().optional(),
  /** Dimensions to request, where it offers several. */
  MODEL_EMBEDDING_DIMENSIONS: z.coerce.number().int().min(1).max(dimensionsMax).optional(),
  /**
   * OpenAI's own realtime models for multimodal assistants, all three together; the carrier must be
   * a real one then, too.
   */
  MODEL_OPENAI_API_KEY: z.string().optional(),
  MODEL_OPENAI_PROJECT_ID: z.string().optional(),
  MODEL_OPENAI_WEBHOOK_SECRET: z.string().optional(),
  /** Calls that the carrier takes in a second; 1 by default. */
  CARRIER_CALLS_PER_SECOND: z.coerce.number().positive().max(10_000).optional(),
  /** Overdraft that calls may use, in the account's currency. */
  OVERDRAFT: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,6})?$/)
    .optional(),
  /** Calls that one user may have at a time; 100 by default. */
  LIVE_CALLS_PER_USER: z.coerce.number().int().min(1).max(9999).optional(),
  /**
   * Minutes that a single call may wait because dialling was stopped, and still be placed; 15 by
   * default.
   */
  STALE_CALL_MINUTES: z.coerce.number().int().min(1).max(9999).optional(),
  /**
   * Mode of calling rules for single calls, and for campaigns that name none; `observe` by default.
   */
  CALLING_RULES: z.enum(callingModes).optional(),
  /** The least that any campaign's calling rules may do. */
  CALLING_RULES_FLOOR: z.enum(callingModes).optional(),
  /** The least consent that any campaign may ask for. */
  REQUIRE_CONSENT_FLOOR: z.enum(consentWants).optional(),
  /** Years for which the reasons of allowed and refused calls are kept; 6 by default. */
  EVIDENCE_YEARS: z.coerce.number().int().min(1).max(30).optional(),
  /** The only countries that may be called and texted: `DE,US`. */
  CALL_COUNTRIES: z
    .string()
    .regex(/^[A-Z]{2}(,[A-Z]{2})*$/)
    .optional(),
  /** Requests that one token may make in a minute; 600 when deployed. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(100_000),
  /** Address at which the carrier reaches us: this machine by default. */
  PUBLIC_URL: z.url().optional(),
  /** DynamoDB Local or anything else instead of the emulator that comes along. */
  DYNAMODB_ENDPOINT: z.url().optional(),
  /** The emulator's program, where it is not the installed one. */
  DYNOXIDE_BIN: z.string().optional(),
})
export type LocalSettings = z.output<typeof Settings>

/** Everything that the environment may say. */
export const settingNames = Object.keys(Settings.shape)

/** Reads the environment; throws one sentence that names what is wrong. */
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

/** True for an address of this machine, which needs no tunnel to reach us. */
const isHere = (url: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
