import { assistantDefaults } from './assistant-changes.ts'
import { assistantSettings } from './assistant-settings.ts'

// The build replaces this file by its values, so that repositories load no forms.

/** Members missing in old items. */
export const storedDefaults = assistantDefaults

/** Stored as JSON text. */
export const jsonMembers = assistantSettings.free
