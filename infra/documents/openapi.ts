import type * as z from 'zod'
import {
  type HttpOperation,
  type PublicationOperation,
  routesOf,
  type VisitOperation,
} from '../../shared/operations/define.ts'
import { httpOperations, publicationOperations, visitOperations } from '../../shared/operations/index.ts'
import { type Form, namesOf, read } from '../../shared/words/form.ts'
import { Problem, type ProblemCode, problemBody, problems } from '../../shared/words/problem.ts'
import { regionPattern } from '../../shared/words/region.ts'
import { version } from '../../shared/words/version.ts'
import { schemaOf, takingNull, withPlainDefaults } from './openapi-schema.ts'
import { webhooksObject } from './openapi-webhooks.ts'

/** Recorded request and response, and the response to an invalid request. */
export interface Example {
  id?: number | string
  innerId?: number
  query?: Readonly<Record<string, unknown>>
  body?: object
  answer: unknown
  invalid?: unknown
}

type Json = Record<string, unknown>

/** Writes all operations as an OpenAPI 3.1 document. `examples` has one entry per operation id. */
export const openApiDocument = (examples: Readonly<Record<string, Example>>): Json => {
  const paths: Record<string, Json> = {}
  for (const operation of httpOperations)
    for (const { name, method, path } of routesOf(operation))
      paths[path] = {
        ...paths[path],
        [method.toLowerCase()]: { ...operationObject(operation, examples[operation.id]), operationId: name },
      }
  for (const operation of publicationOperations)
    paths[operation.path] = { get: publicationObject(operation, examples[operation.id]) }
  for (const operation of visitOperations)
    paths[operation.path] = { [operation.method.toLowerCase()]: visitObject(operation, examples[operation.id]) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parlance',
      version,
      description: introduction,
      contact: { name: 'The team that runs this installation' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api', description: 'Where this document came from' }],
    security: [{ token: [] }],
    tags: areas.map(([name, description]) => ({ name, description })),
    paths,
    webhooks: webhooksObject(),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API token, `parlance_…`; the admin command makes them. What it must be allowed to do stands at each operation as `x-scope`: to `read`, to `operate`, or `all`.',
        },
      },
      parameters: { IdempotencyKey: idempotencyKey },
      headers,
      schemas: { Problem: problemSchema },
      examples: Object.fromEntries(
        plainProblems().map((code) => [code, { summary: sample(code).message, value: problemBody(sample(code)) }]),
      ),
    },
  }
}

const areas = [
  ['assistants', 'Who speaks: a voice, a language, a model, instructions, and what happens during and after a call.'],
  ['tools', 'What assistants can do during a call: requests to endpoints of yours.'],
  ['knowledgebases', 'What assistants know beside their prompts: documents of yours.'],
  ['simulations', 'Talks that are played without a phone, to test an assistant.'],
  ['leads', 'People to call, each in a campaign, with further numbers for when the first is not answered.'],
  ['campaigns', 'Calls to many leads with one assistant, within hours, so many at a time, with retries.'],
  ['chats', 'Conversations in writing: with visitors of web pages, and over channels of your own.'],
  ['web-calls', 'Calls that web pages make: of visitors, and of your own.'],
  ['calls', 'Single calls, and what became of all of them.'],
  ['sms', 'Text messages, paid from the balance.'],
  ['numbers', 'Phone numbers of your own.'],
  ['voices', 'Voices that an assistant can have.'],
  ['models', 'Models that an assistant can think with.'],
  ['languages', 'Languages that an assistant can speak.'],
  ['account', 'Whose token it is.'],
  ['transactions', 'Where the money went.'],
  ['blacklist', 'Numbers that are never called and never texted.'],
  ['suppression-lists', 'Do-not-call lists: whole files of numbers that are never called and never texted.'],
  ['consents', 'What people agreed to, and what they withdrew.'],
  ['exports', 'Files of all rows of a list.'],
  ['people', 'All that is known of one person, written down or erased.'],
  ['evidence', 'Why calls were allowed or refused, in chains that can be checked.'],
  [
    'calling-rules',
    'When people may be called where they are, as far as this product knows. None of it is legal advice.',
  ],
  ['webhooks', 'What is sent to URLs of yours, and the secret that signs it.'],
  ['events', 'The webhooks themselves.'],
] as const

const introduction = `AI phone assistants, outbound campaigns and SMS.

Every request carries \`Authorization: Bearer <token>\`, but for what is open to everyone; what belongs to somebody else is answered as if it did not exist.
Numbers and booleans may also be sent as text (\`"12"\`, \`"1"\`), \`null\` for an optional field and an empty query parameter are
the same as leaving it out, and unknown fields are ignored except where an operation says otherwise. Times are in UTC.
Every answer names its request in \`X-Request-Id\`.

Agents use the same operations as tools, by the Model Context Protocol: \`POST /mcp\`.`

const operationObject = (operation: HttpOperation, example: Example | undefined): Json => ({
  tags: [operation.area],
  summary: operation.summary,
  description: operation.description,
  'x-scope': operation.scope,
  ...parametersOf(operation, example),
  ...(operation.body && {
    requestBody: { required: true, content: contentOf(operation.body, operation.takesFile, example) },
  }),
  responses: responsesOf(operation, example),
})

/**
 * Makes the JSON and the form body share a schema, because OpenAPI Generator does not import a
 * model that only a form uses.
 */
const contentOf = (body: Form, takesFile: boolean, example: Example | undefined): Json => {
  const json = bodySchema(body)
  if (!takesFile) return { 'application/json': { schema: json, example: example?.body } }
  const schema = withFile(json)
  return { 'application/json': { schema, example: example?.body }, 'multipart/form-data': { schema } }
}

/** Describes a public operation, which needs no token and has no rate limit. */
const publicationObject = (operation: PublicationOperation, example: Example | undefined): Json => ({
  tags: [operation.area],
  summary: operation.summary,
  description: operation.description,
  security: [],
  responses: {
    200: {
      description: statusNames[200],
      headers: { 'X-Request-Id': header('RequestId') },
      content: { 'application/json': { schema: schemaOf(operation.returns), example: example?.answer } },
    },
    429: { description: 'More is asked, by all together, than this is open for: come again in a second' },
    500: problemResponse({ saysError: false }, ['server_error'], undefined),
  },
  operationId: operation.id,
})

/** Describes an operation for visitors. Visitors send no token; the owner may send a token. */
const visitObject = (operation: VisitOperation, example: Example | undefined): Json => {
  const responses: Json = {
    [operation.status]: {
      description: statusNames[operation.status],
      headers: { 'X-Request-Id': header('RequestId') },
      content: { 'application/json': { schema: schemaOf(operation.returns), example: example?.answer } },
    },
  }
  const answers = { saysError: true, ...(operation.body && { invalid: 'validation_failed' as const }) }
  for (const [status, codes] of Map.groupBy(visitProblemsOf(operation), (code) => problems[code][0]))
    responses[status] = problemResponse(answers, codes, example)
  const uuid = operation.path.includes('{uuid}')
  return {
    tags: [operation.area],
    summary: operation.summary,
    description: operation.description,
    security: [{}, { token: [] }],
    ...(uuid && {
      parameters: [
        { name: 'uuid', in: 'path', required: true, schema: { type: 'string', format: 'uuid' }, example: example?.id },
      ],
    }),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: bodySchema(operation.body), example: example?.body } },
      },
    }),
    responses,
    operationId: operation.id,
  }
}

export const visitProblemsOf = ({ method, body, problems: own }: VisitOperation): ProblemCode[] => [
  ...(method === 'POST' ? (['payload_too_large', 'malformed_json', 'invalid_idempotency_key'] as const) : []),
  ...(['unauthenticated', 'account_suspended', 'not_permitted', 'too_many_attempts'] as const),
  ...(body ? (['validation_failed'] as const) : []),
  ...own,
  'server_error',
]

const parametersOf = (operation: HttpOperation, example: Example | undefined): Json => {
  const examples: Record<string, number | string | undefined> = {
    ...{ id: example?.id, region: example?.id, uuid: example?.id },
    ...{ document_id: example?.innerId, version: example?.innerId, call_id: example?.innerId },
  }
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: pathSchemas[name] ?? idSchema,
    example: examples[name],
  }))
  const query = Object.entries(operation.query?.fields ?? {}).map(([name, field]) => ({
    name,
    in: 'query',
    required: isRequired(field),
    // Allows empty values, because the API treats an empty query value as absent.
    ...(!isRequired(field) && { allowEmptyValue: true }),
    schema: schemaOf(field),
    ...(example?.query?.[name] !== undefined && { example: example.query[name] }),
  }))
  const header = operation.method === 'POST' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []
  const parameters = [...path, ...query, ...header]
  return parameters.length > 0 ? { parameters } : {}
}

const withFile = ({ properties, ...schema }: Json): Json => ({
  ...schema,
  properties: { ...(properties as Json), file },
})

const file = {
  type: 'string',
  // OpenAPI 3.1 ignores `format: binary`, but client generators need it to recognise a file.
  format: 'binary',
  contentMediaType: 'application/octet-stream',
  description: 'The file itself. Only in `multipart/form-data`.',
}

const regionSchema = { type: 'string', pattern: regionPattern.source }
const pathSchemas: Record<string, Json> = { region: regionSchema, uuid: { type: 'string', format: 'uuid' } }
const idSchema = { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }

const bodySchema = (form: Form): Json => {
  const fields = Object.entries(form.fields)
  const aliases = Object.entries(form.aliases ?? {})
  const required = fields.filter(([, field]) => isRequired(field)).map(([name]) => name)
  const demanded = required.map((name) => namesOf(form, [name]))
  const always = demanded.filter((names) => names.length === 1).flat()
  const groups = (form.either ?? []).map((names) => namesOf(form, names))
  const either = [...demanded.filter((names) => names.length > 1), ...groups]
  const properties = fields.map(([name, field]) => {
    const schema = withPlainDefaults(schemaOf(field, 'input'))
    return [name, either.flat().includes(name) ? takingNull(schema) : schema]
  })
  const others = aliases.map(([alias, { of, field }]) => {
    return [
      alias,
      { ...takingNull(withPlainDefaults(schemaOf(field, 'input'))), description: `Another name of \`${of}\`` },
    ]
  })
  return {
    type: 'object',
    properties: Object.fromEntries([...properties, ...others]),
    ...(always.length > 0 && { required: always }),
    ...(either.length > 0 && {
      allOf: either.map((names) => ({ anyOf: names.map((name) => ({ required: [name] })) })),
    }),
  }
}

const statusNames = { 200: 'OK', 201: 'Created', 202: 'Accepted' } as const

export const isRequired = (field: z.ZodType): boolean =>
  Object.keys(read({ fields: { field }, rules: [] }, {}).errors).length > 0

const responsesOf = (operation: HttpOperation, example: Example | undefined): Json => {
  const responses: Json = {
    [operation.status]: {
      description: statusNames[operation.status],
      headers: {
        'X-Request-Id': header('RequestId'),
        ...(operation.method === 'POST' && { 'Idempotency-Replayed': header('IdempotencyReplayed') }),
      },
      content: { 'application/json': { schema: schemaOf(operation.returns), example: example?.answer } },
    },
  }
  for (const [status, codes] of Map.groupBy(problemsOf(operation), (code) => problems[code][0]))
    responses[status] = problemResponse(operation, codes, example)
  return responses
}

/** Lists an operation's problems (API errors) in the order in which it checks them. */
export const problemsOf = (operation: HttpOperation): ProblemCode[] => {
  const all: ProblemCode[] = ['unauthenticated', 'account_suspended', 'too_many_attempts']
  if (operation.scope !== 'read') all.push('not_permitted')
  if (operation.method !== 'GET') all.unshift('payload_too_large')
  if (operation.method !== 'GET') all.push('malformed_json')
  if (operation.method === 'POST')
    all.push('invalid_idempotency_key', 'idempotency_key_reused', 'idempotency_in_progress')
  if (/\{(id|region|uuid)\}/.test(operation.path)) all.push(operation.missing)
  if (operation.body || operation.query) all.push(operation.invalid)
  return [...new Set([...all, ...operation.problems, operation.accident])]
}

const plainProblems = (): ProblemCode[] => {
  const plain = httpOperations.filter(({ saysError }) => !saysError)
  const met = new Set(plain.flatMap((each) => problemsOf(each).filter((code) => code !== each.invalid)))
  return [...met].toSorted()
}

const sample = (code: ProblemCode): Problem => new Problem(code, { names: ['nickname', 'age'] })

const problemResponse = (
  operation: Pick<HttpOperation, 'saysError'> & { invalid?: ProblemCode },
  codes: ProblemCode[],
  example: Example | undefined,
): Json => {
  const [first] = codes
  const status = first && problems[first][0]
  return {
    description: codes.map((code) => sample(code).message.replace(/\.$/, '')).join(', or: '),
    headers: {
      'X-Request-Id': header('RequestId'),
      ...(status === 401 && { 'WWW-Authenticate': header('Authenticate') }),
      ...((status === 429 || status === 503) && { 'Retry-After': header('RetryAfter') }),
      ...(status === 429 && {
        'X-RateLimit-Limit': header('RateLimit'),
        'X-RateLimit-Remaining': header('RateLimitRemaining'),
      }),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(
          codes.map((code) => [
            code,
            code === operation.invalid
              ? { summary: sample(code).message, value: example?.invalid }
              : operation.saysError
                ? { summary: sample(code).message, value: problemBody(sample(code), true) }
                : { $ref: `#/components/examples/${code}` },
          ]),
        ),
      },
    },
  }
}

const header = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })

const headers = {
  RequestId: { description: 'Names this request in the logs.', schema: { type: 'string' } },
  IdempotencyReplayed: {
    description: 'This is the kept answer to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  Authenticate: { description: 'How to say who you are.', schema: { type: 'string', enum: ['Bearer'] } },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } },
  RateLimit: { description: 'Requests a minute.', schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'How many of them are left.', schema: { type: 'integer' } },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes it safe to ask again: the first answer to a valid request is kept for 24 hours and given to every repetition; a 503 is not kept, for nothing was done.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
}

const problemSchema = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    errors: {
      type: 'object',
      description: 'Of a request that is not valid: sentences for people, by the path of the field (`a_list.0.name`).',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    error: {
      type: 'string',
      description: 'What a provider said, where it is passed on; of knowledge bases, the message once more.',
    },
    success: { type: 'boolean', description: 'Always false. Only where clients look at it.' },
    status: { type: 'boolean', description: 'Always false. Only of conversations in writing.' },
    error_code: { type: 'string', description: 'A word for programs. Only of `generate-reply`.' },
  },
  required: ['message'],
}
