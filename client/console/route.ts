import { useLayoutEffect, useState } from 'preact/hooks'

/**
 * Where the page is: `#/calls`, `#/calls/12`. Names and ids only; nothing else ever stands in an
 * address.
 */
export interface Route {
  view: string
  id: number | undefined
}

const readRoute = (): Route => {
  const [, view = 'calls', id] = /^#\/(\w+)(?:\/(\d+))?$/.exec(location.hash) ?? []
  return { view, id: id === undefined ? undefined : Number(id) }
}

export const useRoute = (): Route => {
  const [route, setRoute] = useState(readRoute)
  useLayoutEffect(() => {
    const turned = () => setRoute(readRoute())
    addEventListener('hashchange', turned)
    // It may have turned before this listened.
    turned()
    return () => removeEventListener('hashchange', turned)
  }, [])
  return route
}

export const go = (view: string, id?: number): void => {
  location.hash = hrefOf(view, id)
}

export const hrefOf = (view: string, id?: number): string => (id === undefined ? `#/${view}` : `#/${view}/${id}`)
