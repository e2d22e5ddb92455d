import { newKey } from '../../key.ts'
import { type ChosenFile, guessedNames } from './lead-file.ts'

export interface ImportDraft {
  file: ChosenFile
  names: string[]
  campaignId: unknown
  isDuplicateFine: boolean
  /** Idempotency key. A changed draft gets a new key, because it makes a different request. */
  key: string
}

export const newImportDraft = (file: ChosenFile, campaign: number | undefined): ImportDraft => ({
  file,
  names: guessedNames(file.columns),
  campaignId: campaign,
  isDuplicateFine: false,
  key: newKey(),
})
