import type { CallDetail } from '../../domain/calls/call.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import { type Utterance, waitsOf } from '../../domain/conversations/talk.ts'
import { saidIn, transcriptOf } from '../../domain/conversations/transcript.ts'
import { callDetailKey } from '../../table/keys.ts'
import type { Item, Table } from '../../table/table.ts'

/**
 * Writes each member as JSON text, because DynamoDB limits numbers and nesting. Spoken words are
 * stored once; transcript, messages and waits are derived from them.
 */
export const writeDetail = (detail: Partial<CallDetail>): Item => {
  const { transcript, messages, latencies, model_waits, ...rest } = detail
  const said = saidIn(detail)
  const spoken = said ? { said: said.map(lineOf) } : { transcript, messages, latencies, model_waits }
  return Object.fromEntries(
    Object.entries({ ...rest, ...spoken }).flatMap(([member, value]) =>
      value === undefined ? [] : [[member, JSON.stringify(value)]],
    ),
  )
}

type Line = [sender: 'b' | 'h', at: number, text: string, latency_ms?: number | null, model_ms?: number]

const lineOf = ({ sender, at, text, latency_ms, model_ms }: Utterance): Line => {
  if (model_ms !== undefined) return [shortOf[sender], at, text, latency_ms ?? null, model_ms]
  return latency_ms === undefined ? [shortOf[sender], at, text] : [shortOf[sender], at, text, latency_ms]
}

const shortOf = { bot: 'b', human: 'h' } as const

const utteranceOf = ([sender, at, text, latency_ms, model_ms]: Line): Utterance => ({
  sender: sender === 'b' ? 'bot' : 'human',
  at,
  text,
  ...waitsOf({ latency_ms: latency_ms ?? undefined, model_ms }),
})

export const readDetail = (item: Item): CallDetail => {
  const { pk: _pk, sk: _sk, expires_at_seconds: _expiry, ...members } = item
  const read = Object.entries(members).map(([member, text]) => [member, JSON.parse(String(text))])
  const { said, ...detail }: CallDetail & { said?: Line[] } = Object.fromEntries(read)
  const spoken = said && transcriptOf(said.map(utteranceOf))
  return { ...detail, variables: detail.variables ?? {}, input_variables: detail.input_variables ?? {}, ...spoken }
}

export const findDetails = async (table: Table, refs: CallRef[]): Promise<(CallDetail | undefined)[]> => {
  if (refs.length === 0) return []
  const items = await table.getMany(refs.map(({ user_id, call_id }) => callDetailKey(user_id, call_id)))
  return items.map((item) => item && readDetail(item))
}
