import { campaignSettings } from './campaign-settings.ts'

// The build replaces this file by its values, so that a repository brings no form into a function.

/** Members of a campaign that was stored before they existed. */
export const storedDefaults = campaignSettings.defaults
