import { personalPlaces } from '@steward/contract/privacy/places'
import type { UserType } from '@steward/contract/users/users'
import type { Db } from '../../db/connection/connection.ts'
import { auditEvent } from '../../db/write/audit.ts'
import type { Download } from '../../http/handler.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { translatorIn } from '../../languages.ts'
import type { Services } from '../../services.ts'
import { findPreferences } from '../profile/preferences.store.ts'
import { readEntries } from './audit-entries.store.ts'
import { personalData } from './catalogue/catalogue.ts'
import { type ExportPart, htmlOf } from './export-html.ts'
import { readTheirs } from './places.store.ts'

/** How many rows are held in memory at a time. */
const batchSize = 500

interface Person {
  id: string
  name: string
  type: UserType
}

/** The file of all that is held about a person, for their right to data portability; read while it is sent. */
export async function exportPerson(
  { db, words }: Pick<Services, 'db' | 'words'>,
  session: Session,
  { id, type }: Person,
  format: 'json' | 'html',
): Promise<Download> {
  await auditEvent(db, actorOf(session), {
    action: 'export',
    area: 'users',
    personTypes: [type],
    detail: `person.${format}`,
    after: { person: id },
  })
  const name = `person-${id}.${format}`
  const at = new Date().toISOString()
  if (format === 'json') return { name, text: jsonOf({ id, at }, partsOf(db, id)) }
  const { language } = await findPreferences(db, session.user.id)
  const reader = translatorIn(language, await words.read())
  return {
    name,
    text: htmlOf({ id, at }, partsOf(db, id), reader),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
  }
}

/** All places with rows of a person, in the order of the places. */
function* partsOf(db: Db, id: string): Generator<ExportPart> {
  const order = Object.keys(personalPlaces)
  const placed = personalData.toSorted(
    (one, other) => order.indexOf(one.place) - order.indexOf(other.place),
  )
  for (const place of placed) {
    const { table } = place
    if (table === 'erased_people' || place.person === null) continue
    const rows =
      table === 'audit_entries'
        ? readEntries(db, id, batchSize)
        : readTheirs(db, place, id, batchSize)
    yield { place: place.place, table, rows }
  }
}

async function* jsonOf(
  of: { id: string; at: string },
  parts: Iterable<ExportPart>,
): AsyncGenerator<string> {
  yield `{"person":${JSON.stringify(of.id)},"exportedAt":${JSON.stringify(of.at)},"data":{`
  let isFirst = true
  for (const { table, rows } of parts) {
    let written = 0
    for await (const batch of rows) {
      const lines = batch.map((row) => JSON.stringify(row)).join(',\n')
      if (written > 0) yield `,\n${lines}`
      else yield `${isFirst ? '' : ','}\n${JSON.stringify(table)}:[\n${lines}`
      written += batch.length
    }
    if (written > 0) {
      yield '\n]'
      isFirst = false
    }
  }
  yield '\n}}\n'
}
