import * as z from 'zod'

type Json = Record<string, unknown>

/** Returns the JSON Schema of a parsed value; in an input, optional fields may be null. */
export const schemaOf = (type: z.ZodType, of?: 'input'): Json => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod
      const { describedBy } = jsonSchema
      delete jsonSchema.describedBy
      if (describedBy instanceof z.ZodType) Object.assign(jsonSchema, schemaOf(describedBy, of))
      const isUnknown = Object.keys(jsonSchema).every((key) => key === 'description' || key === 'default')
      // zod cannot describe the output of a transformation; its input has a schema.
      if (isUnknown && def.type === 'pipe' && 'in' in def && def.in instanceof z.ZodType)
        Object.assign(jsonSchema, { ...schemaOf(def.in, of), ...jsonSchema })
      // An optional field reads null as absent.
      if (of && def.type === 'pipe' && 'out' in def && def.out instanceof z.ZodOptional)
        Object.assign(jsonSchema, takingNull(jsonSchema))
      if (jsonSchema.type === 'integer') forgetSafeRange(jsonSchema)
      mergeNull(jsonSchema)
      forgetOnlyBoolean(jsonSchema)
      // OpenAPI leaves readOnly members out of requests, which `readonly` does not mean.
      delete jsonSchema.readOnly
      // Removed, because answers may get further members later.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      delete jsonSchema.propertyNames
    },
  })
  return schema
}

/**
 * Keeps defaults that are numbers, booleans or free text. For others, client generators write code
 * that does not compile.
 */
export const withPlainDefaults = (schema: Json): Json =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => name !== 'default' || (typeof value !== 'object' && !('enum' in schema)))
      .map(([name, value]) => [name, plainDefaultsIn(value)]),
  )

const plainDefaultsIn = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plainDefaultsIn)
  return typeof value === 'object' && value !== null ? withPlainDefaults(value as Json) : value
}

/** Every integer of ours fits into a double; only narrower ranges are shown. */
const forgetSafeRange = (schema: { minimum?: number; maximum?: number; format?: string }) => {
  if (schema.minimum === -Number.MAX_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === undefined && schema.maximum === undefined) schema.format = 'int64'
}

/** Removes a constant boolean, because OpenAPI Generator compares it with the text "true". */
const forgetOnlyBoolean = (schema: Json): void => {
  if (typeof schema.const === 'boolean') delete schema.const
}

/**
 * `anyOf: [X, null]` becomes X with null among its types, because client generators fail at a
 * schema that is only null.
 */
const mergeNull = (schema: Json): void => {
  const { anyOf } = schema
  if (!Array.isArray(anyOf) || !anyOf.some(isNull)) return
  const [only, ...more] = anyOf.filter((one) => !isNull(one))
  if (more.length > 0 || only?.type === undefined) return
  delete schema.anyOf
  Object.assign(schema, takingNull(only))
}

const isNull = (schema: Json): boolean => schema.type === 'null'

export const takingNull = ({ type, enum: words, const: only, ...schema }: Json): Json => {
  const allowed = only === undefined ? words : [only]
  return {
    ...schema,
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat())] }),
    ...(Array.isArray(allowed) && { enum: [...new Set([...allowed, null])] }),
  }
}
