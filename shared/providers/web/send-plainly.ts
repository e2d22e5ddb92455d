import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

export type SendPlainly = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; signal: AbortSignal },
) => Promise<{ status: number; text(): Promise<string> }>

/**
 * Replaces `fetch`, which takes 15 ms to load. Throws a TypeError when the connection fails, as
 * `fetch` does.
 */
export const sendPlainly: SendPlainly = (url, { method, headers, body = '', signal }) =>
  new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new TypeError('The request failed', { cause }))
    const request = url.startsWith('https:') ? requestHttps : requestHttp
    const sent = { ...headers, 'content-length': Buffer.byteLength(body) }
    request(url, { method, headers: sent, signal }, (answer) => {
      const { statusCode: status = 0 } = answer
      answer.toArray().then((chunks) => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status, text: async () => text })
      }, fail)
    })
      .on('error', fail)
      .end(body)
  })
