import { type Command, commandAlone } from '../command.ts'
import { file, optional } from '../options.ts'
import { verifyEvidence } from '../verify-evidence.ts'

export const evidenceCommands: Command[] = [
  commandAlone({
    name: 'evidence verify',
    summary:
      'Checks a bundle of evidence, and needs nothing but the file and the public keys; exit status 1 when a record is not what was written.',
    options: { file: file(), keys: optional(file()), heads: optional(file()) },
    run: ({ file, keys, heads }) => verifyEvidence(file, keys, heads),
  }),
]
