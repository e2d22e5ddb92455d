interface Price {
  name: string
  unit: string
  usd: number
  per: number
  /** Month in which the price was read in public documentation. */
  known: string
}

const million = 1_000_000

/** List prices of us-east-1 in the first tier. */
export const prices = {
  lambdaRequests: { name: 'Lambda requests', unit: 'request', usd: 0.2, per: million, known: '2026-01' },
  lambdaTime: { name: 'Lambda time (arm64)', unit: 'GB-second', usd: 0.0000133334, per: 1, known: '2026-01' },
  tableReads: { name: 'DynamoDB on-demand reads', unit: 'read unit', usd: 0.125, per: million, known: '2025-07' },
  tableWrites: { name: 'DynamoDB on-demand writes', unit: 'write unit', usd: 0.625, per: million, known: '2025-07' },
  tableStorage: { name: 'DynamoDB storage', unit: 'GB-month', usd: 0.25, per: 1, known: '2025-07' },
  tableBackup: { name: 'DynamoDB point-in-time recovery', unit: 'GB-month', usd: 0.2, per: 1, known: '2025-07' },
  queueRequests: { name: 'SQS requests', unit: 'request', usd: 0.4, per: million, known: '2026-01' },
  httpRequests: { name: 'API Gateway HTTP requests', unit: 'request', usd: 1, per: million, known: '2026-01' },
  socketMessages: { name: 'API Gateway WebSocket messages', unit: 'message', usd: 1, per: million, known: '2026-01' },
  socketMinutes: {
    name: 'API Gateway WebSocket connection',
    unit: 'minute',
    usd: 0.25,
    per: million,
    known: '2026-01',
  },
  logIngestion: { name: 'CloudWatch log ingestion', unit: 'GB', usd: 0.5, per: 1, known: '2026-06' },
  logStorage: { name: 'CloudWatch log storage', unit: 'GB-month', usd: 0.03, per: 1, known: '2026-06' },
  metrics: { name: 'CloudWatch custom metrics', unit: 'metric-month', usd: 0.3, per: 1, known: '2026-06' },
  alarms: { name: 'CloudWatch alarms', unit: 'alarm metric-month', usd: 0.1, per: 1, known: '2026-06' },
  dashboards: { name: 'CloudWatch dashboard', unit: 'dashboard-month', usd: 3, per: 1, known: '2026-06' },
  traces: { name: 'X-Ray traces', unit: 'trace', usd: 5, per: million, known: '2026-06' },
  keys: { name: 'KMS customer key', unit: 'key-month', usd: 1, per: 1, known: '2026-06' },
  secrets: { name: 'Secrets Manager secrets', unit: 'secret-month', usd: 0.4, per: 1, known: '2026-06' },
} as const satisfies Record<string, Price>

export type Priced = keyof typeof prices

/** Quantities that are free each month per account, which all its stages share. */
export const alwaysFree = [
  { priced: 'queueRequests', quantity: million },
  { priced: 'lambdaRequests', quantity: million },
  { priced: 'lambdaTime', quantity: 400_000 },
] as const satisfies { priced: Priced; quantity: number }[]

/**
 * Prices per minute of carriers and models. They depend on contract and country, and exceed all AWS
 * prices above.
 */
export const othersPerMinute = {
  carrier: { name: 'Carrier: call within the US and speech, list price', usd: 0.014 + 0.07, known: '2026-01' },
  model: { name: 'Model: a small one, 12,000 tokens read and 600 written a minute', usd: 0.0058, known: '2025-06' },
} as const

export const costOf = (priced: Priced, quantity: number): number => {
  const { usd, per } = prices[priced]
  return (quantity * usd) / per
}
