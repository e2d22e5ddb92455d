import { messageBehaviourOf } from './behaviours.ts'
import { create, listed } from './creates.ts'
import { notFound } from './dialect.ts'
import { type Message, readMessageRequest } from './messages.ts'
import type { CarrierParts } from './parts.ts'
import { messageResource, pageOf } from './resources.ts'
import { type CarrierRoute, type CreateReceived, type HeardRequest, isBetween } from './route.ts'

export const messageRoutes = ({ account, demands, messages, isRefused, lists }: CarrierParts): CarrierRoute[] => {
  const createMessage = ({ form }: HeardRequest, entry: CreateReceived) =>
    create(isRefused, {
      request: readMessageRequest(form),
      entry,
      behaviourOf: messageBehaviourOf,
      barredBy: (request) =>
        account.barring(request, { lost: 21659, trial: 21608 }) ?? demands.barring('texts', request.to),
      perform: (accepted) => messageResource(messages.accept(accepted)),
    })

  const listMessages = ({ url }: HeardRequest) => {
    const query = url.searchParams
    const found = messages.newestFirst().filter((message) => isBetween(message, query) && wasSent(message, query))
    return listed(lists, () => pageOf(url, 'messages', found, { render: messageResource, sidOf: ({ sid }) => sid }))
  }

  const showMessage = ({ sid, url }: HeardRequest) => {
    const message = messages.find(sid)
    return message ? Response.json(messageResource(message)) : notFound(url.pathname)
  }

  return [
    { method: 'POST', path: '/Messages.json', run: createMessage, creates: 'messageCreates' },
    { method: 'GET', path: '/Messages.json', run: listMessages },
    { method: 'GET', path: '/Messages/(\\w+).json', run: showMessage },
  ]
}

/** `DateSent=` takes a day; `DateSent>=` and `DateSent<=` take a time. */
const wasSent = ({ sentAt }: Message, query: URLSearchParams) => {
  const [on, since, until] = [query.get('DateSent'), query.get('DateSent>'), query.get('DateSent<')]
  if (!on && !since && !until) return true
  if (sentAt === undefined) return false
  const sent = new Date(sentAt)
  if (on && !sent.toISOString().startsWith(on.slice(0, 10))) return false
  return (!since || sent >= new Date(since)) && (!until || sent <= new Date(until))
}
