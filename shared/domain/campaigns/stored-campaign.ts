import { campaignSettings } from './campaign-settings.ts'

// The build replaces this file by its values, so that repositories load no forms.

/** Members missing in old items. */
export const storedDefaults = campaignSettings.defaults
