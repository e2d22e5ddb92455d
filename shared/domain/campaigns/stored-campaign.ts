import { campaignSettings } from './campaign-settings.ts'

// The build replaces this file by its values, so that data code does not load the forms.

/** Defaults of settings that old stored campaigns lack. */
export const storedDefaults = campaignSettings.defaults
