import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exportSubjects } from '../../shared/domain/account/export-form.ts'

test('each list that can be exported has its button in the console', () => {
  const source = globSync('client/console/**/*.tsx').map((file) => readFileSync(file, 'utf8'))
  const exported = [...source.join('\n').matchAll(/exported=\{\{ what: '(\w+)'/g)].map(([, what]) => what)
  expect(exported.toSorted()).toEqual(exportSubjects.filter((what) => what !== 'conversations').toSorted())
})
