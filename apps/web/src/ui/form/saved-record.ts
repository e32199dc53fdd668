import type { AreaName } from '@steward/contract/areas/areas'
import { recordIn } from '../../api/record-in.ts'

export interface Saved {
  message: string
  /** See {@link recordIn}. */
  data?: unknown
  /** Fields of a further call that failed. */
  left?: { names: readonly string[]; failure: unknown } | undefined
}

/** From the answer, else reloaded. @param base null for a new one @returns null where unknown */
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
  const told = recordIn<R>(options.area, saved)
  const toldAll = Object.entries(sent).every(
    ([name, value]) =>
      (told && name in told) || value instanceof Blob || options.fields[name]?.secret,
  )
  if (base === null || (told && toldAll)) return told
  const anew = (await options.reload?.(base).catch(() => null)) ?? null
  if (told === null && anew === null) return null
  // A field that is missing from the answer is as sent.
  const isTold = (name: string) => name === options.part?.name && name in base
  const part = Object.entries(sent).filter(([name]) => isTold(name))
  return { ...base, ...Object.fromEntries(part), ...told, ...anew }
}
