import * as z from 'zod'

const Batch = z.object({ Records: z.tuple([z.object({ body: z.string() })]) })
const Message = z.object({ user_id: z.int(), call_id: z.int() })
const Frame = z.object({ requestContext: z.object({ connectionId: z.string() }), body: z.string().optional() })
const Setup = z.object({ type: z.literal('setup'), customParameters: z.object({ call: z.string() }) })
const Callback = z.object({ pathParameters: z.object({ ref: z.string() }) })
const Notice = z.object({ data: z.object({ sip_headers: z.array(z.object({ name: z.string(), value: z.string() })) }) })

/**
 * Returns user and call of an AWS event, such as `12-34`. Socket events have only a connection id,
 * so their call comes from the first frame.
 */
export const aboutCalls = () => {
  const connections = new Map<string, string>()
  return (event: unknown): string | undefined => {
    const batch = Batch.safeParse(event).data
    const message = batch && Message.safeParse(JSON.parse(batch.Records[0].body)).data
    if (message) return `${message.user_id}-${message.call_id}`
    const posted = Callback.safeParse(event).data
    if (posted) return posted.pathParameters.ref.split('-').slice(0, 2).join('-')
    const frame = Frame.safeParse(event).data
    if (frame) {
      const { connectionId } = frame.requestContext
      const setup = Setup.safeParse(readJson(frame.body)).data
      if (setup) connections.set(connectionId, setup.customParameters.call)
      return connections.get(connectionId)
    }
    const { body } = z.object({ body: z.string() }).safeParse(event).data ?? {}
    const notice = Notice.safeParse(readJson(body)).data
    return notice?.data.sip_headers.find(({ name }) => name === 'X-Parlance-Call')?.value
  }
}

const readJson = (text = ''): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
