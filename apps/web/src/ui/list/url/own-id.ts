import { createContext, useContext } from 'react'
import type { ListState } from './list-spec.ts'

const OwnId = createContext<string | null>(null)

/** Tells lists who is signed in, whom filters call `me`. */
export const OwnIdProvider = OwnId.Provider

/** The `_id` of the person signed in; null where nobody knows it. */
export const useOwnId = (): string | null => useContext(OwnId)

/** A state in whose filters `me` is the person signed in; without it where nobody knows who that is. */
export function withOwnId(state: ListState, id: string | null): ListState {
  if (!Object.values(state.filters).some((values) => values.includes('me'))) return state
  const filters = Object.entries(state.filters).map(([key, values]) => [
    key,
    values.flatMap((value) => (value !== 'me' ? [value] : id === null ? [] : [id])),
  ])
  return { ...state, filters: Object.fromEntries(filters) }
}
