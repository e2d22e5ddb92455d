import * as z from 'zod'

type Json = Record<string, unknown>

/** Returns a type's JSON Schema. In an input, optional fields may also be null. */
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
      // Uses the input of a transformation, because zod cannot describe its output.
      if (isUnknown && def.type === 'pipe' && 'in' in def && def.in instanceof z.ZodType)
        Object.assign(jsonSchema, { ...schemaOf(def.in, of), ...jsonSchema })
      // Allows null, because the API treats null in an optional field as absent.
      if (of && def.type === 'pipe' && 'out' in def && def.out instanceof z.ZodOptional)
        Object.assign(jsonSchema, takingNull(jsonSchema))
      if (jsonSchema.type === 'integer') forgetSafeRange(jsonSchema)
      mergeNull(jsonSchema)
      forgetOnlyBoolean(jsonSchema)
      // Removes `readOnly`, because in OpenAPI it bars a field from requests; zod's `readonly`
      // means something else.
      delete jsonSchema.readOnly
      // Allows additional fields, because later versions may add fields to responses.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      delete jsonSchema.propertyNames
    },
  })
  return schema
}

/**
 * Keeps defaults that are numbers, booleans or free text. For other defaults, client generators
 * write code that does not compile.
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

/** Removes limits that only say that an integer fits into a JavaScript number. */
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
 * Changes `anyOf: [X, null]` into X with null among its types, because client generators fail at a
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
