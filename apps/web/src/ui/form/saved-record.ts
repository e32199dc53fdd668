import type { AreaName } from '@steward/contract/areas/areas'
import { recordIn } from '../../api/answers/record-in.ts'

export interface Saved {
  message: string
  /** The answer's data, read by {@link recordIn}. */
  data?: unknown
  /** The fields of a second call of the same save that failed, and why. */
  left?: { names: readonly string[]; failure: unknown } | undefined
}

/**
 * The saved record: from the answer, else loaded again, else null; `base` is null for a new one.
 */
export async function savedRecord<R extends object>(
  saved: Saved,
  sent: object,
  base: R | null,
  options: {
    area: AreaName
    fields: Readonly<Record<string, { secret?: boolean }>>
    part?: { name: string }
    reload?: (base: R) => Promise<R | null>
  },
): Promise<R | null> {
  const answered = recordIn<R>(options.area, saved)
  const toldAll = Object.entries(sent).every(
    ([name, value]) =>
      (answered && name in answered) || value instanceof Blob || options.fields[name]?.secret,
  )
  if (base === null || (answered && toldAll)) return answered
  const anew = (await options.reload?.(base).catch(() => null)) ?? null
  if (answered === null && anew === null) return null
  // A field that the answer lacks is taken to be as it was sent.
  const isTold = (name: string) => name === options.part?.name && name in base
  const part = Object.entries(sent).filter(([name]) => isTold(name))
  return { ...base, ...Object.fromEntries(part), ...answered, ...anew }
}
