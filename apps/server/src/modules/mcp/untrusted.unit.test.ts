import { areaFields } from '@steward/contract/areas/listings'
import { endpoints } from '@steward/contract/calls/endpoints'
import { proposalAreas } from '@steward/contract/proposals/proposable'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { jsonSchemaOf } from './json-schema.ts'
import { asText, untrustedFields } from './untrusted.ts'

const fieldsOf = (schema: z.ZodType) => untrustedFields(jsonSchemaOf(schema, 'output'))

describe('fields that others wrote', () => {
  test('are all texts but ids, times, words of a list and currencies', () => {
    const schema = z.object({
      _id: z.string(),
      title: z.string(),
      status: z.enum(['a', 'b']),
      at: z.string().meta({ format: 'date-time' }),
      currency: z.string().regex(/^[A-Z]{3}$/),
      count: z.int(),
      note: z.string().nullable(),
      who: z.object({ _id: z.string(), name: z.string() }).nullable(),
      tags: z.array(z.string()),
      any: z.unknown(),
      more: z.record(z.string(), z.unknown()),
    })
    expect(fieldsOf(schema)).toEqual(['title', 'note', 'who.name', 'tags[]', 'any', 'more'])
  })

  test('are found in schemas that name others, and in those that name themselves', () => {
    const part = z.object({ name: z.string() }).meta({ id: 'Part' })
    expect(fieldsOf(z.object({ a: part, b: z.array(part) }))).toEqual(['a.name', 'b[].name'])
    interface Tree {
      label: string
      children: Tree[]
    }
    const tree: z.ZodType<Tree> = z
      .object({
        label: z.string(),
        get children() {
          return z.array(tree)
        },
      })
      .meta({ id: 'Tree' })
    expect(fieldsOf(z.object({ tree }))).toEqual(['tree.label'])
  })

  // Of roles there is no call for one alone.
  test.each(proposalAreas)('hold every text, note, address and name of %s', (area) => {
    const found = fieldsOf(endpoints[`${area}.details`].data)
    for (const [name, { kind, virtual }] of Object.entries<{ kind: string; virtual?: true }>(
      areaFields[area],
    )) {
      if (virtual) continue
      if (['line', 'note', 'email', 'picture'].includes(kind)) expect(found).toContain(name)
      if (['person', 'namedPerson', 'reference'].includes(kind))
        expect(found).toContain(`${name}.name`)
    }
  })
})

test('the frame of a text has another number each time', () => {
  const [one, other] = [asText('list', { a: 1 }), asText('list', { a: 1 })]
  expect(one).not.toBe(other)
  expect(one.split('\n')[2]).toBe('{"a":1}')
})
