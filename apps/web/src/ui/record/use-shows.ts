import { useOwnLimits } from '../permissions/own-limits.ts'

/** Tells which fields of a record are shown: whoever isn't shown every field gets records without the hidden ones. */
export function useShows(record: object): (name: string) => boolean {
  const isNarrowed = useOwnLimits().fieldRules.length > 0
  return (name) => !isNarrowed || name in record
}
