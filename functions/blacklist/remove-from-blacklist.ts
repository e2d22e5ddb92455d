import { Problem } from '../../shared/domain/problem.ts'
import { removeFromBlacklist } from '../../shared/operations/blacklist.ts'
import { http } from '../../shared/runtime/http.ts'

/** From now on the number may be dialled and texted again. */
export const handler = http(removeFromBlacklist, async ({ user_id, id }, { blacklist }) => {
  if (!(await blacklist.remove(user_id, id))) throw new Problem('blacklist_entry_not_found')
  return { message: 'Number removed from blacklist successfully' }
})
