export type Fields = Record<string, unknown>

/**
 * Messages never contain phone numbers, transcripts, prompts or tokens; fields contain only masked
 * numbers.
 */
export interface Log {
  info(message: string, fields?: Fields): void
  warn(message: string, fields?: Fields): void
  error(message: string, fields?: Fields): void
  with(fields: Fields): Log
}

export type Level = 'info' | 'warn' | 'error'
export type Sink = (level: Level, message: string, fields: Fields) => void

export const logTo = (sink: Sink, carried: Fields = {}): Log => {
  const line =
    (level: Level) =>
    (message: string, fields: Fields = {}) =>
      sink(level, message, { ...carried, ...fields })
  return {
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    with: (fields) => logTo(sink, { ...carried, ...fields }),
  }
}

export const causeFields = (cause: unknown): Fields =>
  cause instanceof Error ? { error: cause.name, reason: cause.message, stack: cause.stack } : { reason: String(cause) }
