import * as z from 'zod'
import { http } from './define.ts'

export const getMe = http({
  id: 'get-me',
  area: 'account',
  method: 'GET',
  path: '/user/me',
  summary: 'Get the account and its balance',
  description: 'Also a way to try a token.',
  returns: z.object({ id: z.int(), name: z.string(), email: z.string(), total_balance: z.number() }),
  uses: ['ledger.balance', 'users.find'],
})
