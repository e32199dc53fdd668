import { createContext, useContext } from 'react'
import type { ListState } from '../definition/list-spec.ts'

const OwnId = createContext<string | null>(null)

/** Provides the id of the person signed in, whom filters call `me`. */
export const OwnIdProvider = OwnId.Provider

/** The `_id` of the person signed in; null where it is unknown. */
export const useOwnId = (): string | null => useContext(OwnId)

/** A state whose filters have the own id for `me`; without these filters where it is unknown. */
export function withOwnId(state: ListState, id: string | null): ListState {
  if (!Object.values(state.filters).some((values) => values.includes('me'))) return state
  const filters = Object.entries(state.filters).map(([key, values]) => [
    key,
    values.flatMap((value) => (value !== 'me' ? [value] : id === null ? [] : [id])),
  ])
  return { ...state, filters: Object.fromEntries(filters) }
}
