import { createHmac } from 'node:crypto'

/** Makes the header `X-Twilio-Signature`. */
export const sign = (authToken: string, url: string, form: Record<string, string>) => {
  const text = Object.keys(form)
    .sort()
    .reduce((signed, key) => signed + key + form[key], url)
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64')
}
