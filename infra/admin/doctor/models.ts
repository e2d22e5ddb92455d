import { defaultTextModel, type Model, modelById, models } from '../../../shared/domain/reference/models.ts'
import type { AdminTools } from '../tools.ts'
import { type DoctorCheck, reasonOf } from './finding.ts'

const embeddingMsMax = 8_000
const modelFields = '{"openai_api_key": "…"}'

export const modelChecks: Record<string, DoctorCheck> = {
  models: async (tools) => {
    const used = await modelsInUse(tools)
    const embedder = await tools.embeddings.open()
    const answers = await Promise.all([
      ...used.map((model) => failureOf(model, tools)),
      embedder?.embed(['Are you there?'], embeddingMsMax).then(
        () => undefined,
        (cause) => `${embedder.name} embeds nothing (${reasonOf(cause)}): documents are found by their words alone.`,
      ),
    ])
    const wrong = answers.filter((answer) => answer !== undefined)
    if (wrong.length > 0) return { wrong: wrong.join(' ') }
    const names = [...used.map(({ name }) => name), ...(embedder ? [embedder.name] : [])]
    return { well: `${names.join(', ')} ${names.length === 1 ? 'answers' : 'answer'}.` }
  },

  multimodal: async (tools) => {
    const talking = (await allAssistants(tools)).filter(({ mode }) => mode === 'multimodal')
    if (talking.length === 0) return { well: 'No assistant is multimodal.' }
    const { missing } = await tools.realtime.address()
    if (!missing) return { well: `The model secret has what the ${talking.length} need.` }
    return {
      wrong:
        `The model secret lacks ${missing.join(', ')}, so callers of the ${talking.length} that are multimodal hear an apology. ` +
        tools.stack.howToFill(
          'MODEL',
          '{"openai_api_key": "…", "openai_project_id": "…", "openai_webhook_secret": "…"}',
        ),
    }
  },
}

const modelsInUse = async (tools: AdminTools): Promise<Model[]> => {
  const used = (await allAssistants(tools)).flatMap(({ llm_model_id }) =>
    llm_model_id === null ? [] : (modelById(llm_model_id) ?? []),
  )
  return [...new Set([defaultTextModel, ...used])]
}

const allAssistants = async ({ users, assistants }: AdminTools) =>
  (
    await Promise.all((await users.list()).map(({ id }) => assistants.list(id, { only: ['llm_model_id', 'mode'] })))
  ).flat()

const failureOf = async (model: Model, { talkModel, stack }: AdminTools): Promise<string | undefined> => {
  const region = stack.parts.settings.get('AWS_REGION') ?? ''
  const elsewhere = stack.parts.stage.isLocal ? undefined : regionFault(model, region)
  if (elsewhere) return elsewhere
  const stop = new AbortController()
  const history = [{ sender: 'human', text: 'Are you there?' }] as const
  const question = { model, system: 'Answer with one word.', history, temperature: 0, tools: [], atSign: 'at' }
  try {
    for await (const part of talkModel.talk(question, stop.signal))
      if (part.type !== 'text' || part.text.trim() !== '') return undefined
    throw new Error('its answer is empty')
  } catch (cause) {
    const advice = {
      bedrock: `enable it for this account in the Bedrock console${region && ` of ${region}`}, or let its assistants use another model`,
      openai: stack.howToFill('MODEL', modelFields),
      anthropic: stack.howToFill('MODEL', modelFields.replace('openai', 'anthropic')),
      google: stack.howToFill('MODEL', modelFields.replace('openai', 'google')),
    }[model.provider]
    return `${model.name} does not answer (${reasonOf(cause)}): ${advice}.`
  } finally {
    stop.abort()
  }
}

/**
 * True when the region offers the model. Most Bedrock inference profiles exist on one continent
 * only.
 */
const isOffered = ({ provider, provider_model }: Model, region: string): boolean => {
  const [place = ''] = provider_model.split('.')
  return provider !== 'bedrock' || place === 'global' || region.startsWith(`${place}-`)
}

/** Names a replacement for the model; undefined if the region offers the model. */
export const regionFault = (model: Model, region: string): string | undefined => {
  if (isOffered(model, region)) return undefined
  const kin = model.name.replace(/-(us|eu)$/, '')
  const here = models.filter((other) => other.name.startsWith(kin) && isOffered(other, region))
  const others = (here.length > 0 ? here : [defaultTextModel]).map(({ name }) => name)
  return `${model.name} is not offered in ${region}: let its assistants use ${others.join(' or ')}.`
}
