import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'

/** Counts answers that the page has requested and not read yet. */
export const countUnread = `{
  const ask = window.fetch
  window.unread = 0
  window.fetch = async (...request) => {
    window.unread++
    try {
      const answer = await ask(...request)
      return new Response((await answer.text()) || null, answer)
    } finally {
      window.unread--
    }
  }
}`

/**
 * Polls a JavaScript expression. Playwright's `waitForFunction` does not work under the page's
 * content security policy.
 */
export const untilTrue = (page: Page, expression: string) =>
  expect.poll(() => page.evaluate(`Boolean(${expression})`)).toBe(true)

/**
 * Resolves after two frames without open requests. One frame is not enough, because effects send
 * requests after a frame.
 */
const quiet = `new Promise((resolve) => {
  const isQuiet = () =>
    window.unread === 0 && ![...document.querySelectorAll('[role=status]')].some((each) => each.textContent === 'Loading …')
  const look = (frames) =>
    frames === 2 ? resolve() : requestAnimationFrame(() => setTimeout(() => look(isQuiet() ? frames + 1 : 0)))
  look(0)
})`

/** Waits until the page has read every answer that it asked for, and has shown them. */
export const untilRead = (page: Page): Promise<unknown> => page.evaluate(quiet)

interface Late {
  method: string
  path: string
  /** Sent to the page in place of the API's answer. */
  reply?: Parameters<Route['fulfill']>[0]
  /** Makes the page send the request. */
  ask: () => Promise<void>
}

/** Holds back the answer to the next request with this method and path while `act` runs. */
export const whileUnanswered = async (
  page: Page,
  { method, path, reply, ask }: Late,
  act: () => Promise<void>,
): Promise<void> => {
  const [answered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isHeld = false
  await page.route(path, async (route) => {
    if (isHeld || route.request().method() !== method) return route.fallback()
    isHeld = true
    const answer = reply ?? { response: await route.fetch() }
    answered.resolve()
    await released.promise
    await route.fulfill(answer)
  })
  await ask()
  await answered.promise
  await act()
  released.resolve()
}

/** Runs `act` before the page sends its next request with this method and path. */
export const beforeNext = async (page: Page, method: string, path: string, act: () => Promise<void>) => {
  let isOver = false
  await page.route(path, async (route) => {
    if (!isOver && route.request().method() === method) {
      isOver = true
      await act()
    }
    await route.fallback()
  })
}
