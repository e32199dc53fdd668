import { z } from 'zod'
import { auditActions, auditAreas } from '../audit-log/audit-log.routes.ts'
import { endpointsOf } from '../calls/endpoint.ts'
import { oneOf } from '../lists/filters.ts'
import { wholeNumber } from '../lists/listing.ts'
import { wording } from '../values/said.ts'
import { changesRoutes as routes } from './changes.routes.ts'

/** The header that says where the next page begins. */
export const cursorHeader = 'Steward-Cursor'

/** How many entries a page has at most. */
export const maxChanges = 1_000

const between = { min: 1, max: maxChanges }

export const changesEndpoints = endpointsOf(routes, {
  'changes.list': {
    summary: 'The audit log in its order, page by page, as NDJSON: one AuditEntry a line',
    description: `Entries come in the order in which the log was sealed, each once, about two seconds after the change at the latest. None is skipped, also where a transaction commits after later ones. Each line has its \`cursor\`; the header ${cursorHeader} says where the next page begins, also after a page without lines, and a Link with rel="next" is there while there is more already. As in the audit log, entries that one may not see are left out.`,
    query: z.object({
      after: z
        .string('must be a cursor')
        .regex(/^\d{1,12}\.\d{1,6}$/, 'must be a cursor')
        .optional()
        .meta({
          description: 'The cursor after which it goes on; from the beginning unless given',
        }),
      limit: wholeNumber(maxChanges, wording('must be a whole number from {min} to {max}', between))
        .default(500)
        .meta({ description: 'How many entries at most' }),
      area: oneOf(auditAreas),
      action: oneOf(auditActions),
    }),
    data: z.null(),
    file: 'application/x-ndjson',
  },
})
