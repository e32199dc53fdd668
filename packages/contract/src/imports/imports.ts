import { z } from 'zod'
import type { ImportArea } from '../areas/areas.ts'
import { endpointsOf } from '../calls/endpoint.ts'
import { job, rowReason } from '../jobs/jobs.ts'
import { component, time } from '../values/fields.ts'
import { language } from '../values/language.ts'
import { mustBeOneOf, wording } from '../values/said.ts'
import { line } from '../values/text.ts'
import { timeZone } from '../values/time-zone.ts'
import {
  importNeeds,
  maxCorrections,
  maxImportBytes,
  importsRoutes as routes,
} from './imports.routes.ts'

const areas = Object.keys(importNeeds) as [ImportArea, ...ImportArea[]]

const text = (most: number) =>
  z
    .string('must be text')
    .max(most, wording('must have at most {max} characters', { max: most }))
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'must be plain text')
const pairs = z.record(text(200), text(2_000), 'must hold texts by field')

/** How to read a file; the server guesses each option that is left out. */
export const importOptions = z
  .object({
    map: pairs.meta({
      description:
        'Field to column, or to a text with columns in braces; an empty one leaves the field out. Unless given, columns are guessed',
    }),
    set: pairs.meta({ description: 'Field to a value that is the same in every row' }),
    id: z
      .array(text(200), 'must be a list of columns')
      .max(20, wording('must name at most {max} columns', { max: 20 }))
      .meta({
        description: 'Columns that together name a row, so that the file can be imported again',
      }),
    dateFormats: z
      .array(text(100), 'must be a list of formats')
      .max(20, wording('must have at most {max} formats', { max: 20 })),
    dateOrder: z.enum(['day-first', 'month-first'], 'must be day-first or month-first').meta({
      description:
        'Of dates such as 03/04/2026 where no format is given; needed where the file doesn’t decide it',
    }),
    source: text(100).meta({
      description:
        'Where the file comes from; ids of one source never meet those of another. Unless given, what the file is called',
    }),
    onConflict: z.enum(['keep', 'overwrite', 'bad'], 'must be keep, overwrite or bad').meta({
      description:
        'What becomes of a row whose id a record with other content has; unless given, that one is kept. `overwrite` needs the permissions to change it',
    }),
    corrections: z
      .array(
        z.object({
          line: z.int('must be a whole number').min(1, 'must be at least 1'),
          cells: z
            .record(text(1_000), text(2_000), 'must hold texts by column')
            .refine(
              (cells) => Object.keys(cells).length <= 100,
              wording('must have at most {max} columns', { max: 100 }),
            ),
        }),
        'must be a list of rows',
      )
      .max(maxCorrections, wording('must correct at most {max} rows', { max: maxCorrections }))
      .meta({
        description: 'What stands in place of some cells, by the line where the row starts',
      }),
    language: language.meta({
      description: 'Columns are also guessed by their headings in this language, as in exports',
    }),
    timeZone,
    currency: text(10),
    decimal: z.enum(['.', ','], 'must be . or ,'),
    delimiter: z.string('must be a single sign').regex(/^[^"\n\r\0]$/u, 'must be a single sign'),
    encoding: text(50),
    format: z.enum(['csv', 'ndjson'], 'must be csv or ndjson'),
    unescape: z.boolean('must be true or false'),
    entities: z.boolean('must be true or false'),
  })
  .partial()

export const importFile = component('Import', {
  _id: z.string(),
  area: z.enum(areas),
  fileName: z.string(),
  size: z.int().meta({ description: 'Bytes' }),
  createdAt: time,
  fields: z
    .array(
      z.object({
        name: z.string(),
        required: z.boolean(),
        unique: z.boolean().meta({ description: 'No two records have the same value' }),
      }),
    )
    .meta({ description: 'What the area has; questions of polls also as option1.text…' }),
})
export type ImportFile = z.output<typeof importFile>

export const badRow = component('BadRow', {
  line: z.int().meta({ description: 'The line of the file on which it starts, from 1' }),
  reasons: z.array(rowReason),
  raw: z.string(),
  cells: z.record(z.string(), z.string()).optional().meta({
    description: 'What the row holds by column, corrected or not; very long texts are left out',
  }),
})
export type BadRow = z.output<typeof badRow>

const conflict = component('ImportConflict', {
  line: z.int(),
  id: z.string().meta({ description: 'What the id columns hold' }),
  _id: z.string().meta({ description: 'The record that is here' }),
  shown: z.boolean().meta({ description: 'False where the caller may not see that record' }),
  fields: z.array(z.object({ field: z.string(), here: z.string(), file: z.string() })),
})
export type ImportConflict = z.output<typeof conflict>

const oneWayDates = z.object({
  dates: z.int(),
  example: z.object({ text: z.string(), line: z.int() }).nullable(),
})

const encodedTexts = z.object({
  texts: z.int(),
  examples: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
})

export const importPreview = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())).meta({ description: 'The first rows, by column' }),
  map: z.record(z.string(), z.string()).meta({ description: 'The mapping, as sent or as guessed' }),
  notes: z.array(z.string()),
  checked: z
    .object({
      read: z.int(),
      good: z.int(),
      bad: z.int(),
      already: z.int().meta({ description: 'Of the good ones, those that came in before' }),
      conflicts: z
        .int()
        .meta({ description: 'Rows with the id of a record that has other content' }),
      samples: z.array(conflict).meta({ description: 'The first of them, with both sides' }),
      elsewhere: z
        .array(z.object({ source: z.string(), rows: z.int() }))
        .meta({ description: 'New rows whose ids are known from other sources' }),
      failures: z.array(badRow),
    })
    .meta({ description: 'How the first rows would fare' }),
  source: z.string().meta({ description: 'The source, as sent or by the name of the file' }),
  dates: z
    .object({
      order: z
        .enum(['day-first', 'month-first'])
        .nullable()
        .meta({ description: 'As sent, or as the dates themselves say' }),
      undecided: z.boolean().meta({
        description:
          'Whether dates can be read in both orders, and `dateOrder` has to say in which',
      }),
      dayFirst: oneWayDates,
      monthFirst: oneWayDates,
      ambiguous: z.object({
        dates: z.int(),
        samples: z.array(
          z.object({
            text: z.string(),
            line: z.int(),
            dayFirst: z.string(),
            monthFirst: z.string(),
          }),
        ),
      }),
    })
    .meta({ description: 'What dates such as 03/04/2026 say of their order' }),
  survey: z
    .object({
      rows: z.int(),
      missing: z
        .record(z.string(), z.int())
        .meta({ description: 'Rows without a value that is required, by field' }),
      fallbacks: z
        .record(z.string(), z.object({ rows: z.int(), value: z.string() }))
        .meta({ description: 'Rows without a value, and the one that they get, by field' }),
      encoded: z
        .object({ unescape: encodedTexts, entities: encodedTexts })
        .meta({ description: 'Texts that the option of that name decodes, as the file has them' }),
    })
    .meta({ description: 'What the first rows hold that should be known before' }),
})
export type ImportPreview = z.output<typeof importPreview>

export const importsEndpoints = endpointsOf(routes, {
  'imports.create': {
    summary: 'Upload a file to import: its bytes are the body (application/octet-stream)',
    query: z.object({
      area: z.enum(areas, mustBeOneOf(areas)),
      name: line().meta({ description: 'The name of the file' }),
    }),
    upload: { maxBytes: maxImportBytes },
    data: importFile,
    status: 201,
    errors: ['conflict', 'too_many'],
  },
  'imports.details': { summary: 'An uploaded file that still waits', data: importFile },
  'imports.preview': {
    summary: 'The first rows of an uploaded file, and how they would fare',
    body: importOptions,
    data: importPreview,
  },
  'imports.start': {
    summary: 'Import an uploaded file, or check all of it',
    body: importOptions.extend({
      check: z
        .boolean('must be true or false')
        .default(false)
        .meta({ description: 'Look at every row and write nothing' }),
    }),
    data: job,
    status: 201,
    errors: ['conflict', 'not_permitted'],
  },
  'imports.report': {
    summary: 'The rows that did not go in, each with its reason',
    data: z.null(),
    file: 'text/csv; charset=utf-8',
  },
  'imports.delete': {
    summary: 'Throw an uploaded file away',
    data: z.object({}),
    errors: ['conflict'],
  },
})
