/** Wait in milliseconds, from the end of a person's words to the first words of the answer. */
export interface Wait {
  /** Measured by the page; undefined when the page cannot hear the call. */
  heardMs: number | undefined
  latencyMs: number
  modelMs: number | null
}

export const showSeconds = (ms: number): string => `${(Math.max(0, ms) / 1000).toFixed(2)} s`

export const partsOf = ({ heardMs, latencyMs, modelMs }: Wait) => ({
  whole: heardMs,
  carrier: heardMs === undefined ? undefined : Math.max(0, heardMs - latencyMs),
  ours: modelMs === null ? undefined : Math.max(0, latencyMs - modelMs),
  model: modelMs ?? undefined,
})

export const medianOf = (values: readonly (number | undefined)[]): number | undefined => {
  const sorted = values.filter((value) => value !== undefined).toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)]
}

export const showWait = (wait: Wait): string => {
  const { whole, carrier, ours, model } = partsOf(wait)
  const parts = [
    carrier === undefined ? undefined : `carrier ${showSeconds(carrier)}`,
    ours === undefined ? undefined : `ours ${showSeconds(ours)}`,
    model === undefined ? undefined : `model ${showSeconds(model)}`,
  ].filter((part) => part !== undefined)
  return `after ${showSeconds(whole ?? wait.latencyMs)}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`
}
