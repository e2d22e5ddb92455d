import { expect, test } from 'vitest'
import { problemsPage } from '../../../infra/documents/problems-page.ts'

test('docs/problems.md is what the catalogue says; npm run openapi rewrites it', async () => {
  await expect(problemsPage()).toMatchFileSnapshot('../../../docs/problems.md')
})

test('every problem is met somewhere', () => {
  expect(problemsPage()).not.toContain('no operation declares it')
})
