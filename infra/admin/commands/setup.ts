import * as z from 'zod'
import { type Command, commandAlone } from '../command.ts'

export const setupCommands: Command[] = [
  commandAlone({
    name: 'setup',
    summary:
      'Leads from an empty AWS account to a stage that takes calls; run again, it continues where it was interrupted.',
    options: { stage: z.enum(['dev', 'prod'], { error: 'must be dev or prod' }) },
    run: async ({ stage }, environment) => {
      const [{ setUp }, { setUpWorld }] = await Promise.all([
        import('../setup/setup.ts'),
        import('../setup/setup-world.ts'),
      ])
      return setUp(stage, setUpWorld(environment))
    },
  }),
]
