import * as account from './account.ts'
import * as agents from './agents.ts'
import * as assistants from './assistants.ts'
import * as blacklist from './blacklist.ts'
import * as callingRules from './calling-rules.ts'
import * as calls from './calls.ts'
import * as campaigns from './campaigns.ts'
import * as chats from './chats.ts'
import * as consents from './consents.ts'
import * as conversations from './conversations.ts'
import * as deadlines from './deadlines.ts'
import type { OfKind, Operation, RoutedOperation } from './define.ts'
import * as docs from './docs.ts'
import * as evidence from './evidence.ts'
import * as exports from './exports.ts'
import * as histories from './histories.ts'
import * as knowledgebases from './knowledgebases.ts'
import * as languages from './languages.ts'
import * as leads from './leads.ts'
import * as models from './models.ts'
import * as numbers from './numbers.ts'
import * as people from './people.ts'
import * as simulations from './simulations.ts'
import * as sms from './sms.ts'
import * as suppressionLists from './suppression-lists.ts'
import * as tools from './tools.ts'
import * as transactions from './transactions.ts'
import * as voices from './voices.ts'
import * as webCalls from './web-calls.ts'
import * as webhooks from './webhooks.ts'

export type Area = Readonly<Record<string, Operation>>

const areas: readonly Area[] = [
  calls,
  leads,
  campaigns,
  conversations,
  chats,
  webCalls,
  sms,
  account,
  blacklist,
  assistants,
  tools,
  numbers,
  voices,
  models,
  languages,
  transactions,
  webhooks,
  consents,
  callingRules,
  knowledgebases,
  simulations,
  deadlines,
  histories,
  evidence,
  exports,
  people,
  suppressionLists,
  docs,
  agents,
]

export const operations: readonly Operation[] = areas.flatMap((area) => Object.values(area))

const ofKind = <K extends Operation['kind']>(kind: K) =>
  operations.filter((operation): operation is OfKind<K> => operation.kind === kind)

export const httpOperations = ofKind('http')
export const assetOperations = ofKind('asset')
export const publicationOperations = ofKind('publication')
export const visitOperations = ofKind('visit')
export const callbackOperations = ofKind('callback')
export const noticeOperations = ofKind('notice')
const mcpOperations = ofKind('mcp')
export const socketOperations = ofKind('socket')
export const workerOperations = ofKind('worker')
export const scheduleOperations = ofKind('schedule')

export const routedOperations: readonly RoutedOperation[] = [
  ...httpOperations,
  ...assetOperations,
  ...publicationOperations,
  ...visitOperations,
  ...callbackOperations,
  ...noticeOperations,
  ...mcpOperations,
]
