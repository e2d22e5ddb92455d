/** `rotate`: fewest calls today. `local`: same area. `sticky`: the last call's number. */
export const callerIdStrategies = ['rotate', 'local', 'sticky'] as const
export type CallerIdStrategy = (typeof callerIdStrategies)[number]
