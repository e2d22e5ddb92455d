import type { Command } from './command.ts'
import { evidenceCommands } from './commands/evidence.ts'
import { historyCommands } from './commands/histories.ts'
import { personCommands } from './commands/people.ts'
import { recordCommands } from './commands/records.ts'
import { runningCommands } from './commands/running.ts'
import { setupCommands } from './commands/setup.ts'
import { suppressionCommands } from './commands/suppression.ts'
import { tokenCommands } from './commands/tokens.ts'
import { userResourceCommands } from './commands/user-resources.ts'
import { userCommands } from './commands/users.ts'

export const commands: Command[] = [
  ...setupCommands,
  ...userCommands,
  ...tokenCommands,
  ...userResourceCommands,
  ...recordCommands,
  ...historyCommands,
  ...evidenceCommands,
  ...suppressionCommands,
  ...personCommands,
  ...runningCommands,
]
