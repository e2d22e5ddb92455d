import { expect, test } from 'vitest'
import { checks } from '../../../infra/admin/doctor/doctor.ts'
import { breakages } from '../../../infra/rehearsal/breakages.ts'

test('the rehearsal breaks something for each line of the doctor, and for no other', () => {
  const lines = new Set(breakages.map(({ line }) => line))
  expect([...lines].toSorted()).toEqual(Object.keys(checks).toSorted())
})
