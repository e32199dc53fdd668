import { z } from 'zod'
import type { ExportArea } from '../areas/areas.ts'
import { endpointsOf } from '../calls/endpoint.ts'
import { sentQuery } from '../calls/sent-query.ts'
import { id, time } from '../values/fields.ts'
import { language } from '../values/language.ts'
import { mustBeOneOf, wording } from '../values/said.ts'
import { timeZone } from '../values/time-zone.ts'
import { exportNeeds, exportsRoutes as routes } from './exports.routes.ts'

const areas = Object.keys(exportNeeds) as [ExportArea, ...ExportArea[]]

export const exportStart = z.object({
  area: z.enum(areas, mustBeOneOf(areas)),
  query: sentQuery.meta({ description: 'The query of the list; page and limit are passed over' }),
  ids: z
    .array(id)
    .min(1, 'must name a record')
    .max(10_000, wording('must name at most {max} records', { max: 10_000 }))
    .optional()
    .meta({ description: 'These records of the list alone' }),
  columns: z
    .array(z.string('must be text'))
    .min(1, 'must name a column')
    .max(50, wording('must name at most {max} columns', { max: 50 }))
    .optional()
    .meta({ description: 'In this order; every column unless given' }),
  timeZone: timeZone.optional().meta({
    description: 'Times are written as its clocks show them; unless given, as ISO 8601 in UTC',
  }),
  language: language.optional().meta({
    description:
      'The language of the headings; English unless given, or where it is none of Steward’s',
  }),
  bom: z
    .boolean('must be true or false')
    .default(false)
    .meta({ description: 'Begin with a byte-order mark, as older Excel wants it' }),
})

export const exportsEndpoints = endpointsOf(routes, {
  'exports.create': {
    summary:
      'An address from which a list can be downloaded as CSV, once, within a minute. 429 beyond 60 exports a minute by one person',
    body: exportStart,
    data: z.object({
      url: z.string().meta({ description: 'Relative to the root of the server' }),
      expiresAt: time,
      total: z.int().meta({ description: 'Rows of the file as things stand' }),
      fileName: z.string(),
    }),
    status: 201,
    errors: ['too_many'],
  },
  'exports.file': {
    summary: 'The file of an export',
    data: z.null(),
    file: 'text/csv; charset=utf-8',
    errors: ['dead_link', 'not_permitted'],
  },
})
