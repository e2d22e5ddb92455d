export const help = {
  'infra/local/main.ts': `npm start
Runs the whole product on this machine. The README lists its settings, which are environment variables.`,
  'infra/local/talk/main.ts': `npm run talk -- --assistant ID [--token TOKEN]
Talks to an assistant of the running local stack. Type, or pipe in lines; Ctrl-C hangs up.`,
  'infra/local/invoke/main.ts': `npm run invoke -- OPERATION [EVENT]
Bundles one function and invokes it as Lambda does. EVENT is a file; the default is test/events/OPERATION.json.`,
  'infra/local/demo-campaign/main.ts': `npm run demo -- [--leads N]
Runs a campaign over N leads (200) on a stack of its own with a fast clock.`,
  'infra/build/build.ts': `npm run build -- [--maps]
Bundles every function into dist, and source maps into dist-maps.`,
  'infra/rehearsal/main.ts': `npm run rehearse -- [play | upgrade --from COMMIT [--fail] | doctor | disaster | all] [--stage NAME]
Deploys the stack into an emulator of AWS on this machine and plays it through.`,
  'infra/cost/main.ts': `npm run cost
Writes docs/cost.md from the template, the measured units and the price table.`,
  'infra/new-operation/main.ts': `npm run new -- AREA ID METHOD PATH
Writes the skeleton of a new operation: npm run new -- leads list-lead-calls GET /user/leads/{id}/calls`,
  'test/release/main.ts': `npm run release -- VERSION
Cuts a version: its number, its section of CHANGELOG.md, and its API document and stored forms in docs/released.`,
  'infra/places/main.ts': `npm run places
Writes shared/domain/places/number-places.ts. Needs Python 3 with pip.`,
  'infra/cmaps/main.ts': `npm run cmaps
Writes shared/providers/parsing/cmaps.zip from the version of pdfjs-dist that unpdf contains.`,
  'infra/migrate/main.ts': `npm run -s migrate -- --from autocalls|vapi|retell --file EXPORT.json [--file …] [--send --to URL]
  [--timezone ZONE] [--language NAME] [--model NAME] [--voice ID] [--retry-interval minutes|seconds]
Prints an export of another product as requests of ours, or sends them with the token in PARLANCE_TOKEN.`,
  'infra/documents/client/main.ts': `npm run client
Packs the typed client into client/dist.`,
  'test/bench/main.ts': `npm run bench -- [TOPIC …] [--rows N] [--calls N] [--minutes N] [--concurrency N] [--keep]
Prints measured figures beside their budgets. Without a topic it runs those that are quick.`,
  'test/simulate/main.ts': `npm run simulate -- [--seeds N] [--seed N]
Lives through N campaigns of three days, numbered from --seed.`,
  'test/suite/main.ts': `npm test -- [FILE …]     the quick part of the suite, or the files
npm run prove -- [FILE …] the rest of it, or the files
Options after -- go to Vitest: -t 'part of a name'.`,
  'test/prose/main.ts': `npm run prose -- [RULE]
Counts comments, sentences and names that break the style. With a part of a rule's name, lists what the rule finds.`,
  'test/suite/api.ts': `npm run api
Rewrites what is generated from operations, checks types, and tests the operations that differ from the last commit.`,
  'test/elsewhere/lint-clients.ts': `npm run lint:clients
Makes clients of docs/openapi.json with seven generators and compiles them. Needs Java, Maven, npm, and Python 3 with pip.
The Go client is compiled where Go 1.21 or later is installed.`,
  'test/elsewhere/dynamodb-local.ts': `npm run test:engines -- [FILE …]
Runs the tests of the repositories on DynamoDB Local. Needs Java and Maven.`,
  'test/elsewhere/lint-templates.ts': `npm run lint:templates
Checks the templates with AWS's own linter. Needs Python 3 with pip.`,
}
