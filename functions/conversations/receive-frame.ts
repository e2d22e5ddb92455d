import { hearHints } from '../../shared/actions/opt-outs/hear-hints.ts'
import { hearOptOut } from '../../shared/actions/opt-outs/hear-opt-out.ts'
import { takeTurn } from '../../shared/actions/turns/take-turn.ts'
import { connect } from '../../shared/domain/conversations/channel.ts'
import { hear, interrupt, keyPressed, leave, takeOver } from '../../shared/domain/conversations/exchange.ts'
import { collectKey } from '../../shared/domain/conversations/keypad.ts'
import type { CallerEvent } from '../../shared/domain/conversations/speech.ts'
import type { Talk } from '../../shared/domain/conversations/talk.ts'
import { asksToBeLeftAlone, mayAskToBeLeftAlone } from '../../shared/domain/opt-outs/opt-out.ts'
import { modelById } from '../../shared/domain/reference/models.ts'
import type { BuiltIn } from '../../shared/domain/tools/built-in-tools.ts'
import { receiveFrame } from '../../shared/operations/conversations.ts'
import { type Frame, socket } from '../../shared/runtime/socket.ts'
import type { Dependencies } from '../../shared/services.ts'

type Services = Dependencies<(typeof receiveFrame)['uses'][number]>

/** Functions may handle frames of one call concurrently. */
const receive = async (frame: Frame, services: Services) => {
  const received = services.sockets.read(frame.text)
  switch (received?.type) {
    case undefined:
      return frame.log.warn('frame was not understood', { characters: frame.text.length })
    case 'error':
      return frame.log.error('the carrier did not understand a frame')
    case 'setup':
      return begin(received, frame, services)
    case 'prompt':
      return received.last && received.text ? answer(received.text, frame, services) : undefined
    case 'key':
      return press(received.key, frame, services)
    case 'interrupt':
      return stop(received.until, frame, services)
  }
}

/** Loads opt-out rules and the model's adapter while the phone rings. */
const wake = async (model_id: number | undefined, { talkModel }: Services): Promise<void> => {
  asksToBeLeftAlone('')
  const model = model_id === undefined ? undefined : modelById(model_id)
  if (model) await talkModel.prepare(model)
}

export const handler = socket(receiveFrame, receive, wake)

/**
 * Binds the socket to its conversation. Closes a socket whose conversation does not exist or has
 * another socket.
 */
const begin = async (setup: Extract<CallerEvent, { type: 'setup' }>, frame: Frame, services: Services) => {
  const { conversations, sockets, clock } = services
  const { connection_id, log } = frame
  const { ref, ticket, carrier_sid, session_id } = setup
  const proof = { ticket, connection_id, carrier_sid, session_id }
  const begun = ref && (await conversations.connect(ref, connection_id, (talk) => connect(talk, proof, clock.now())))
  if (!ref || !begun) {
    log.warn('refused a socket without a valid ticket')
    return sockets.close(connection_id)
  }
  const { talk } = begun
  if (talk.finished) return
  return takeTurn(services, {
    about: talk,
    occasion: talk.said ? 'go on' : 'answer',
    step: (current) => takeOver(current, clock.now()),
    remainingMs: frame.remainingMs,
    log,
  })
}

/**
 * Answers the customer's words. An opt-out phrase counts at once. If words only hint at an opt-out,
 * a model judges them.
 */
const answer = async (text: string, frame: Frame, services: Services) => {
  const about = await talkOf(frame, services)
  if (!about) return
  const turn = () => respond({ about, text }, frame, services)
  if (asksToBeLeftAlone(text)) return optOut({ about, cause: 'phrase', turn }, frame, services)
  if (!mayAskToBeLeftAlone(text)) return turn()
  const { user_id, call_id } = about
  await both(async () => hearHints(services, await services.calls.find({ user_id, call_id }), [text], false), turn)
}

/**
 * Handles a pressed key. The opt-out key ends the call, unless a number is being typed. Other keys
 * are collected or reported to the model.
 */
const press = async (key: string, frame: Frame, services: Services) => {
  const about = await talkOf(frame, services)
  if (!about) return
  const assistant = await services.assistants.find(about.user_id, about.assistant_id, about.assistant_version)
  const pad = assistant?.built_in_tools.find((tool) => tool.type === 'collect_keypad')
  const { opt_out_key } = assistant ?? {}
  const isOptOut = opt_out_key === key && !(pad && (await isCollecting(about, services)))
  if (pad && !isOptOut) return collect({ about, key, pad }, frame, services)
  const turn = () => respond({ about, text: keyPressed(key), ends: isOptOut }, frame, services)
  await (isOptOut ? optOut({ about, cause: 'key', turn }, frame, services) : turn())
}

const isCollecting = async ({ user_id, call_id }: About, { conversations }: Services) =>
  (await conversations.find({ user_id, call_id }))?.keypad !== undefined

/** Stores the key. After a pause, the worker `watch-silence` passes all keys to the model. */
const collect = async (
  { about, key, pad }: { about: About; key: string; pad: Extract<BuiltIn, { type: 'collect_keypad' }> },
  { frame_id, at, remainingMs, log }: Frame,
  services: Services,
) => {
  const { conversations, watchSilenceQueue, clock } = services
  const { user_id, call_id } = about
  const ref = { user_id, call_id }
  const pressed = { key, frame: frame_id, at }
  const isStop = key === pad.stop_key
  const step = (talk: Talk) => collectKey(talk, pressed, pad, clock.now())
  if (isStop) return takeTurn(services, { about, occasion: 'answer', step, remainingMs, log })
  const changed = await conversations.change(ref, step)
  const { keypad, turn } = changed?.talk ?? {}
  if (keypad && turn !== undefined)
    await watchSilenceQueue.nudge({ ...ref, turn }, Math.max(0, keypad.due_at - clock.now()) / 1000)
}

type About = NonNullable<Awaited<ReturnType<typeof talkOf>>>

/** Stores the opt-out and answers the customer; if one fails, the other still runs. */
const optOut = async (
  { about, cause, turn }: { about: About; cause: 'key' | 'phrase'; turn: () => Promise<void> },
  { log }: Frame,
  services: Services,
) => {
  const { user_id, call_id } = about
  const recording = async () => hearOptOut(services, await services.calls.find({ user_id, call_id }), cause, log)
  await both(recording, turn)
}

const both = async (one: () => Promise<void>, other: () => Promise<void>): Promise<void> => {
  const failed = (await Promise.allSettled([one(), other()])).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/**
 * Answers what the customer said or pressed. `ends`: the assistant says goodbye and ends the call.
 */
const respond = async (
  { about, text, ends = false }: { about: About; text: string; ends?: boolean },
  { frame_id, at, remainingMs, log }: Frame,
  services: Services,
) => {
  const heard = { frame: frame_id, text, at }
  const step = (talk: Talk) => {
    const change = hear(talk, heard, services.clock.now())
    return change && ends ? leave(change) : change
  }
  await takeTurn(services, { about, occasion: 'answer', step, remainingMs, log })
}

const stop = async (until: string, frame: Frame, services: Services) => {
  const { conversations, clock } = services
  const about = await talkOf(frame, services)
  if (!about) return
  const { user_id, call_id } = about
  const ref = { user_id, call_id }
  await conversations.change(ref, (talk) => interrupt(talk, until, frame.frame_id, clock.now()))
}

/**
 * Milliseconds of each wait for the setup frame, because the customer's first words may arrive
 * before it.
 */
const setupPauseMs = 250
const setupPausesMax = 8

const talkOf = async ({ connection_id, log }: Frame, { conversations, clock }: Services) => {
  for (let pause = 0; pause < setupPausesMax; pause++) {
    const known = await conversations.ofConnection(connection_id)
    if (known) return known
    await clock.sleep(setupPauseMs)
  }
  log.warn('a frame arrived on a socket without a talk')
  return undefined
}
