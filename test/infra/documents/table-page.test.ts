import { expect, test } from 'vitest'
import { tablePage } from '../../../infra/documents/table-page.ts'

test('docs/table.md is what the keys say; npm run openapi rewrites it', async () => {
  await expect(tablePage()).toMatchFileSnapshot('../../../docs/table.md')
})
