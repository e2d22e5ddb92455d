import { admin } from './admin.ts'

/** `npm run admin -- …`: JSON on stdout, or what is wrong on stderr and exit status 2 (1 after an accident). */
process.exitCode = await admin(process.argv.slice(2), {
  environment: process.env,
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
})
