import { assistantDefaults } from './assistant-changes.ts'
import { assistantSettings } from './assistant-settings.ts'

// The build replaces this file by its values, so that a repository brings no form into a function.

/** Members of an assistant that was stored before they existed. */
export const storedDefaults = assistantDefaults

/** Members of any shape, which are stored as JSON text. */
export const jsonMembers = assistantSettings.free
