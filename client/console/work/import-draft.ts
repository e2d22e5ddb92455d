import { newKey } from '../../key.ts'
import { type ChosenFile, guessedNames } from './lead-file.ts'

export interface ImportDraft {
  file: ChosenFile
  names: string[]
  campaignId: unknown
  isDuplicateFine: boolean
  /** Idempotency key. Each change of the draft makes a new one, because it is another request. */
  key: string
}

export const newImportDraft = (file: ChosenFile, campaign: number | undefined): ImportDraft => ({
  file,
  names: guessedNames(file.columns),
  campaignId: campaign,
  isDuplicateFine: false,
  key: newKey(),
})
