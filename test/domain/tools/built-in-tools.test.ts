import { expect, test } from 'vitest'
import { type BuiltIn, builtInView } from '../../../shared/domain/tools/built-in-tools.ts'

test('shows the fields of a tool in the order of their names', () => {
  const set: BuiltIn = {
    hold_message: 'Please hold.',
    description: 'Puts the customer through.',
    supervisor_phone: '+12025550100',
    type: 'warm_call_transfer',
    outbound_phone_id: 7,
  }
  const reversed = Object.fromEntries(Object.entries(set).toReversed()) as BuiltIn
  const shown = ['description', 'hold_message', 'outbound_phone_id', 'supervisor_phone']
  for (const each of [set, reversed]) expect(Object.keys(builtInView(each).data)).toEqual(shown)
})
