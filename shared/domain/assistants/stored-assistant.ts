import { assistantDefaults } from './assistant-changes.ts'
import { assistantSettings } from './assistant-settings.ts'

// The build replaces this file by its values, so that repositories load no forms.

/** Defaults of members that old items lack. */
export const storedDefaults = assistantDefaults

export const jsonMembers = assistantSettings.free
