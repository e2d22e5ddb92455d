/**
 * Effect of calling rules. `off`: none. `observe`: verdicts are recorded. `enforce`: forbidden
 * calls are not made.
 */
export const callingModes = ['off', 'observe', 'enforce'] as const
export type CallingMode = (typeof callingModes)[number]

/** Default for old campaigns, and for deployments that choose no mode. */
export const modeDefault: CallingMode = 'observe'

interface Ruled {
  calling_rules?: CallingMode
}

export const modeOf = ({ calling_rules = modeDefault }: Ruled): CallingMode => calling_rules

export const enforcesRules = (campaign: Ruled): boolean => modeOf(campaign) === 'enforce'

export const readMode = (chosen: string | undefined): CallingMode => {
  const mode = callingModes.find((one) => one === (chosen ?? modeDefault))
  if (!mode) throw new Error(`${chosen} is no mode of calling rules`)
  return mode
}
