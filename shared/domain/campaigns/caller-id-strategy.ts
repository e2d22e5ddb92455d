/** `rotate`: fewest calls today. `local`: same area. `sticky`: the number of the last call. */
export const callerIdStrategies = ['rotate', 'local', 'sticky'] as const
export type CallerIdStrategy = (typeof callerIdStrategies)[number]
