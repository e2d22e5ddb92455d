/** https://www.twilio.com/docs/global-infrastructure */
export const twilioRegionOf = (url: string): string | undefined => {
  const { hostname } = new URL(url)
  if (!hostname.endsWith('.twilio.com')) return undefined
  const [, ...places] = hostname.slice(0, -'.twilio.com'.length).split('.')
  return (places.at(-1) ?? 'us1').toUpperCase()
}

export const twilioUrl = 'https://api.twilio.com'

export const addressInWords = (url = twilioUrl): string => {
  const region = twilioRegionOf(url)
  return region ? `${new URL(url).host}, which is region ${region}` : url
}
