import { contractField } from '../audit-log/audit-log.view.ts'
import type { SealedEntry } from './audit-stream.store.ts'

/** An entry as the receiver gets it: who did what to which record; of its fields the names, never the values. */
const streamEntry = (entry: SealedEntry) => ({
  id: String(entry.id),
  seal: { no: entry.seal, hash: entry.hash },
  at: entry.at,
  action: entry.action,
  area: entry.area,
  actor: entry.actor_id && { id: entry.actor_id, name: entry.actor_name, role: entry.role_name },
  through: entry.through,
  client: entry.client,
  address: entry.address,
  record: entry.title === null ? null : { id: entry.record_id, title: entry.title },
  count: entry.record_count,
  fields: [...new Set(entry.columns.map(contractField))],
  detail: entry.detail,
  batch: entry.batch,
  undoes: entry.undoes === null ? null : String(entry.undoes),
})

/** Entries as NDJSON, one a line. */
export const ndjsonOf = (entries: readonly SealedEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(streamEntry(entry))}\n`).join('')

/** Facility 13 (log audit) with the severities `warning` and `notice`. */
const priorities = { warning: 13 * 8 + 4, notice: 13 * 8 + 5 }

/**
 * Entries as syslog messages (RFC 5424) with octet counting (RFC 6587, 5425). The message is the entry as JSON in
 * plain ASCII, so that it needs no byte order mark.
 * @param host where they come from
 */
export const syslogOf = (entries: readonly SealedEntry[], host: string): string =>
  entries
    .map((entry) => {
      const priority = priorities[entry.action === 'sign-in-failed' ? 'warning' : 'notice']
      const json = JSON.stringify(streamEntry(entry)).replace(
        /[\u0080-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
      const message = `<${priority}>1 ${entry.at} ${host} steward - ${entry.action} - ${json}`
      return `${message.length} ${message}`
    })
    .join('')
