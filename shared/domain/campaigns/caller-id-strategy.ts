/**
 * Ways to choose among the numbers of a campaign. `rotate`: the number with the fewest calls today.
 * `local`: a number from the same area. `sticky`: the number that called the lead before.
 */
export const callerIdStrategies = ['rotate', 'local', 'sticky'] as const
export type CallerIdStrategy = (typeof callerIdStrategies)[number]
