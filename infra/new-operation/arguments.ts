import type { Method, Operation } from '../../shared/operations/define.ts'
import { type Subject, subjects } from './subjects.ts'

export interface NewOperation {
  area: string
  id: string
  method: Method
  path: string
  subject: Subject | undefined
}

export const usage = 'npm run new -- AREA ID METHOD PATH, as in: leads list-lead-calls GET /user/leads/{id}/calls'

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'] satisfies Method[]
const isMethod = (text: string): text is Method => methods.includes(text)

export const parseArguments = (words: readonly string[], operations: readonly Operation[]): NewOperation | string => {
  const [area = '', id = '', method = '', path = ''] = words
  if (words.length !== 4) return usage
  if (!/^[a-z]+(-[a-z]+)*$/.test(id)) return 'The id is in kebab-case: a verb and its noun, as in list-lead-calls.'
  if (!/^[a-z]+$/.test(area)) return 'The area is one lower-case word: a folder of functions/.'
  if (!isMethod(method)) return `The method is one of ${methods.join(', ')}.`
  if (!/^(\/([a-z0-9_-]+|\{id\}))+$/.test(path)) return 'The path begins below /api, and its only parameter is {id}.'
  if (operations.some((each) => each.id === id)) return `There is an operation ${id} already.`
  const isTaken = operations.some((each) => 'path' in each && each.method === method && each.path === path)
  if (isTaken) return `Another operation answers ${method} ${path}.`
  const [, noun] = /([a-z0-9_-]+)\/\{id\}/.exec(path) ?? []
  const subject = subjects.find(({ nouns }) => noun !== undefined && nouns.includes(noun))
  if (path.includes('{id}') && !subject) {
    const known = subjects.flatMap(({ nouns }) => nouns)
    return `What has the id? Known are ${known.join(', ')}; infra/new-operation/subjects.ts takes more.`
  }
  return { area, id, method, path, subject }
}
