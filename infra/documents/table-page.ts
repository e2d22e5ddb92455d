import type { ItemFacts, KeyShape } from '../../shared/table/item.ts'
import { factsOf, keyShapes } from '../../shared/table/items.ts'

/**
 * Writes docs/table.md: every kind of item in the DynamoDB table, and how the product treats it.
 */
export const tablePage = (): string => `# The table

Every kind of item in the single DynamoDB table. The page is written by \`npm run openapi\` from \`shared/table/keys.ts\`. [One table](decisions/one-table.md) says why there is one.

- **Deadline**: the queue whose worker receives an item when its \`due_at\` has passed.
- **Export**: no if \`npm run admin -- export\` leaves the items out. Erasing a user deletes the items of every kind.
- **Person**: how the export and the erasure of one phone number see the items. Items that start calls are searched first, then records about the person, then copies of these, then items that mention the person. Otherwise the column says why the items are not searched.

| Partition key | Sort key | Item | Deadline | Export | Person |
|---|---|---|---|---|---|
${rows.join('\n')}
`

const row = (shape: KeyShape): string => {
  const facts = 'noun' in shape ? factsOf(String(shape.noun)) : undefined
  return `| \`${shape.pk}\` | \`${shape.sk}\` | ${shape.about} | ${(facts ? columnsOf(facts) : ['', '', '']).join(' | ')} |`
}

const columnsOf = ({ due, exported, person }: ItemFacts): string[] => [
  due ? `\`${due.queue}\`` : '',
  exported === false ? 'no' : '',
  typeof person === 'string' ? person : person.untouched,
]

const rows = [...new Set(keyShapes)]
  .toSorted((one, other) => (one.pk < other.pk ? -1 : one.pk > other.pk ? 1 : 0))
  .map(row)
