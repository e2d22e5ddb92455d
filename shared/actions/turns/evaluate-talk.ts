import type { Assistant } from '../../domain/assistants/assistant.ts'
import type { CallDetail } from '../../domain/calls/call.ts'
import { variablesOf } from '../../domain/conversations/script.ts'
import type { Utterance } from '../../domain/conversations/talk.ts'
import { fill } from '../../domain/conversations/template.ts'
import { languageById } from '../../domain/reference/languages.ts'
import { defaultTextModel, fallbackModel, modelById } from '../../domain/reference/models.ts'
import type { Meter } from '../../domain/simulations/meter.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'

interface Ended {
  assistant: Assistant
  detail: CallDetail
  transcript: readonly Pick<Utterance, 'sender' | 'text'>[]
}

export const evaluateTalk = async (
  { clock, talkModel }: Dependencies<'clock' | 'talkModel.evaluate'>,
  { assistant, detail, transcript }: Ended,
  log: Log,
  meter?: Meter,
) => {
  const chosen = (assistant.llm_model_id !== null && modelById(assistant.llm_model_id)) || defaultTextModel
  for (const model of [chosen, fallbackModel(chosen)]) {
    try {
      const request = {
        model,
        language: languageById(assistant.language_id)?.name ?? 'English',
        goal: fill(assistant.system_prompt, variablesOf(assistant, detail, clock.now())),
        transcript,
        schema: assistant.post_call_schema,
      }
      const evaluation = await talkModel.evaluate(request, (usage) => meter?.add(model, usage))
      return { evaluation, model }
    } catch (cause) {
      log.warn('model failed', { model: model.name, cause })
    }
  }
  return undefined
}
