import { createHmac } from 'node:crypto'

/**
 * Makes `X-Twilio-Signature`: base64(HMAC-SHA1(authToken, url + each key and value, sorted by
 * key)).
 */
export const sign = (authToken: string, url: string, form: Record<string, string>) => {
  const text = Object.keys(form)
    .sort()
    .reduce((signed, key) => signed + key + form[key], url)
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64')
}
