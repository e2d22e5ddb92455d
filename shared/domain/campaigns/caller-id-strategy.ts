/**
 * Number to call from. `rotate`: fewest calls today. `local`: nearest to the customer. `sticky`:
 * number of the customer's last call.
 */
export const callerIdStrategies = ['rotate', 'local', 'sticky'] as const
export type CallerIdStrategy = (typeof callerIdStrategies)[number]
