import { assistantDefaults } from './assistant-changes.ts'
import { assistantSettings } from './assistant-settings.ts'

// The build replaces this file by its values, so that data code does not load the forms.

/** Defaults of settings that old stored assistants lack. */
export const storedDefaults = assistantDefaults

export const jsonMembers = assistantSettings.free
