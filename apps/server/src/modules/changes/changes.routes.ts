import { cursorHeader } from '@steward/contract/changes/changes'
import type { HandlersOf } from '../../http/handler.ts'
import type { Services } from '../../services.ts'
import { visibleTo } from '../audit-log/audit-log.rules.ts'
import { namesOf } from '../audit-log/audit-log.store.ts'
import { auditEntryView, referredIn } from '../audit-log/audit-log.view.ts'
import {
  logStart,
  type SealedRow,
  type SealPlace,
  sealedAfter,
} from '../audit-log/sealed-entries.store.ts'
import { entriesShownTo } from '../audit-log/shown-entries.ts'

/** How many entries are read at a time, and looked at for a page whose filter leaves most of them out. */
const [atOnce, maxLookedAt] = [1_000, 10_000]

const cursorOf = ({ seal, nth }: SealPlace) => `${seal}.${nth}`

function placeOf(cursor: string | undefined): SealPlace {
  if (cursor === undefined) return logStart
  const [seal = 0, nth = 0] = cursor.split('.').map(Number)
  return { seal, nth }
}

/** Handlers of what reads the audit log in its order, such as a warehouse (docs/integrations/changes.md). */
export function changesHandlers({ db, config }: Services): HandlersOf<'changes'> {
  return {
    'changes.list': async ({ query: { after, limit, area, action }, session }) => {
      const visible = visibleTo(session)
      const isAsked = (row: SealedRow) =>
        (area?.includes(row.area) ?? true) && (action?.includes(row.action) ?? true)
      const found: SealedRow[] = []
      let place = placeOf(after)
      let hasMore = true
      for (let seen = 0; hasMore && found.length < limit && seen < maxLookedAt; ) {
        const rows = await sealedAfter(db, place, atOnce)
        hasMore = rows.length === atOnce
        const asked = await entriesShownTo(db, rows.filter(isAsked), visible)
        const shown = new Map(asked.map((row) => [row.id, row]))
        for (const row of rows) {
          if (found.length === limit) {
            hasMore = true
            break
          }
          place = row
          const told = shown.get(row.id)
          if (told) found.push(told)
        }
        seen += rows.length
      }
      const cursor = cursorOf(place)
      return {
        name: 'changes.ndjson',
        text: linesOf(found, await namesOf(db, referredIn(found))),
        headers: {
          [cursorHeader]: cursor,
          ...(hasMore && {
            link: `<${nextUrl(config.publicUrl, { area, action, limit }, cursor)}>; rel="next"`,
          }),
        },
      }
    },
  }
}

function nextUrl(
  publicUrl: string,
  asked: Readonly<Record<string, number | readonly string[] | undefined>>,
  after: string,
): string {
  const url = new URL('api/admin/changes', `${publicUrl.replace(/\/$/, '')}/`)
  for (const [name, values] of Object.entries(asked))
    for (const value of [values ?? []].flat()) url.searchParams.append(name, String(value))
  url.searchParams.set('after', after)
  return url.href
}

async function* linesOf(rows: readonly SealedRow[], known: ReadonlyMap<string, string>) {
  for (const row of rows) {
    yield `${JSON.stringify({ cursor: cursorOf(row), ...auditEntryView(row, known) })}\n`
  }
}
