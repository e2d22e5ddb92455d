import { useLayoutEffect, useState } from 'preact/hooks'

/**
 * Position of the page: `#/calls`, `#/calls/12`, `#/assistants/new`, `#/assistants/12/edit`. Names
 * and ids only; nothing else ever stands in an address.
 */
export interface ConsoleRoute {
  view: string
  id: number | undefined
  /** The form that is open: `new`, `edit`, or another one of the view. */
  act: string | undefined
}

const readRoute = (): ConsoleRoute => {
  const [, view = 'calls', id, act] = /^#\/(\w+)(?:\/(\d+))?(?:\/([a-z]+))?$/.exec(location.hash) ?? []
  return { view, id: id === undefined ? undefined : Number(id), act }
}

export const useRoute = (): ConsoleRoute => {
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

export const go = (view: string, id?: number, act?: string): void => {
  location.hash = hrefOf(view, id, act)
}

export const hrefOf = (view: string, id?: number, act?: string): string =>
  ['#', view, id, act].filter((part) => part !== undefined).join('/')
