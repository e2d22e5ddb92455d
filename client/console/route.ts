import { useLayoutEffect, useState } from 'preact/hooks'

/**
 * Route of a view: `#/calls`, `#/calls/12`, `#/assistants/12/edit`, `#/calls?status=failed`. URLs
 * contain no personal data, because browsers store them.
 */
export interface ConsoleRoute {
  view: string
  id: number | undefined
  act: string | undefined
  query: Query
}

export type Query = Readonly<Record<string, string | number | undefined>>

const firstView = 'overview'

const readRoute = (): ConsoleRoute => {
  const [path = '', query = ''] = location.hash.split(/\?(.*)/s)
  const [, view = firstView, id, act] = /^#\/(\w+)(?:\/(\d+))?(?:\/([a-z]+))?$/.exec(path) ?? []
  return {
    view,
    id: id === undefined ? undefined : Number(id),
    act,
    query: Object.fromEntries(new URLSearchParams(query)),
  }
}

export const useRoute = (): ConsoleRoute => {
  const [route, setRoute] = useState(readRoute)
  useLayoutEffect(() => {
    const turned = () => setRoute(readRoute())
    addEventListener('hashchange', turned)
    // The URL may have changed before this listener was added.
    turned()
    return () => removeEventListener('hashchange', turned)
  }, [])
  return route
}

export const go = (view: string, id?: number, act?: string): void => {
  location.hash = hrefOf(view, id, act)
}

export const hrefOf = (view: string, id?: number, act?: string): string =>
  ['#', view, id, act].filter((part) => part !== undefined).join('/')

export const hrefWith = (view: string, query: Query): string => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return given.length === 0 ? hrefOf(view) : `${hrefOf(view)}?${new URLSearchParams(given)}`
}
