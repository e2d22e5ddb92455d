/**
 * What calling rules do to calls: nothing, be told in the evidence of each call, or keep it from
 * being made.
 */
export const callingModes = ['off', 'observe', 'enforce'] as const
export type CallingMode = (typeof callingModes)[number]

/** Campaigns of before the rules have none, and so have stages that chose none: they observe. */
export const modeDefault: CallingMode = 'observe'

interface Ruled {
  calling_rules?: CallingMode
}

export const modeOf = ({ calling_rules = modeDefault }: Ruled): CallingMode => calling_rules

export const enforcesRules = (campaign: Ruled): boolean => modeOf(campaign) === 'enforce'

/** What the deployer chose for the stage; a word that is none stops the function. */
export const readMode = (chosen: string | undefined): CallingMode => {
  const mode = callingModes.find((one) => one === (chosen ?? modeDefault))
  if (!mode) throw new Error(`${chosen} is no mode of calling rules`)
  return mode
}
