import { maxReports, type PostReport } from '@steward/contract/posts/posts'
import { say } from '@steward/i18n/sentence'
import { BadValue, readText } from '../../importer/values.ts'

const maxReason = 500
const maxName = 200

/** Reads JSON `[{ reason, reporter, at }]`, each optional, newest first; throws a BadValue. */
export function readReports(text: string): PostReport[] {
  const list = parsed(text)
  if (list.length > maxReports) {
    throw new BadValue(
      say('holds {count} reports; {max} are the most', {
        count: String(list.length),
        max: maxReports,
      }),
    )
  }
  return list.map(reportOf).toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return value
  } catch {}
  const example = '[{"reason": "Spam", "reporter": "Ada"}]'
  throw new BadValue(say('is no list as JSON, such as {example}', { example }))
}

function reportOf(value: unknown): PostReport {
  if (typeof value === 'string')
    return { reason: textOf(value, maxReason), reporter: null, at: null }
  if (typeof value !== 'object' || value === null) throw new BadValue('holds what is no report')
  const { reason, reporter, at } = value as Record<string, unknown>
  const name =
    reporter && typeof reporter === 'object' ? (reporter as { name?: unknown }).name : reporter
  return { reason: textOf(reason, maxReason), reporter: textOf(name, maxName), at: timeOf(at) }
}

function textOf(value: unknown, max: number): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw new BadValue('holds a report with a value that is no text')
  return readText(value, max) || null
}

function timeOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  const at = new Date(typeof value === 'number' ? value : String(value))
  if (Number.isNaN(at.getTime())) throw new BadValue('holds a report with a time that is none')
  return at.toISOString()
}
