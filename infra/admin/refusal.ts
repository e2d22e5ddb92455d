export const refuse = (sentence: string): never => {
  throw Object.assign(new Error(sentence), { name: refusal })
}

export const isRefusal = (cause: unknown): cause is Error => cause instanceof Error && cause.name === refusal

const refusal = 'Refusal'
