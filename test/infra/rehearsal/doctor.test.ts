import { expect, test } from 'vitest'
import { checks } from '../../../infra/admin/doctor/doctor.ts'
import { breakages, brokenByDeploying } from '../../../infra/rehearsal/breakages.ts'

test('the rehearsal breaks something for every breakable line', () => {
  const lines = new Set(breakages.map(({ line }) => line))
  expect([...lines, ...brokenByDeploying].toSorted()).toEqual(Object.keys(checks).toSorted())
})
