/** Effect of calling rules: none, a record in the evidence of each call, or a ban. */
export const callingModes = ['off', 'observe', 'enforce'] as const
export type CallingMode = (typeof callingModes)[number]

/** Campaigns of before the rules have none, and so have stages that chose none: they observe. */
export const modeDefault: CallingMode = 'observe'

interface Ruled {
  calling_rules?: CallingMode
}

export const modeOf = ({ calling_rules = modeDefault }: Ruled): CallingMode => calling_rules

export const enforcesRules = (campaign: Ruled): boolean => modeOf(campaign) === 'enforce'

/** The deployer's choice for the stage; an unknown word stops the function. */
export const readMode = (chosen: string | undefined): CallingMode => {
  const mode = callingModes.find((one) => one === (chosen ?? modeDefault))
  if (!mode) throw new Error(`${chosen} is no mode of calling rules`)
  return mode
}
