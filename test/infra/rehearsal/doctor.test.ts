import { expect, test } from 'vitest'
import { checks } from '../../../infra/admin/doctor/doctor.ts'
import { breakages, brokenByDeploying } from '../../../infra/rehearsal/breakages.ts'

test('the rehearsal breaks something for each line of the doctor that can be broken in a stage, and for no other', () => {
  const lines = new Set(breakages.map(({ line }) => line))
  expect([...lines, ...brokenByDeploying].toSorted()).toEqual(Object.keys(checks).toSorted())
})
