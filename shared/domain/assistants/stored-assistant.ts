import { assistantDefaults } from './assistant-changes.ts'
import { assistantSettings } from './assistant-settings.ts'

// The build replaces these exports by constants, so that `shared/data` does not load the forms.

/** Defaults of settings that old stored assistants lack. */
export const storedDefaults = assistantDefaults

export const jsonMembers = assistantSettings.free
