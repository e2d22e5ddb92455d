import { campaignSettings } from './campaign-settings.ts'

// The build replaces this export by a constant, so that `shared/data` does not load the forms.

/** Defaults of settings that old stored campaigns lack. */
export const storedDefaults = campaignSettings.defaults
