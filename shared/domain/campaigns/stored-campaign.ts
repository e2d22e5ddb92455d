import { campaignSettings } from './campaign-settings.ts'

// The build replaces this file by its values, so that repositories load no forms.

/** Defaults of members that old items lack. */
export const storedDefaults = campaignSettings.defaults
