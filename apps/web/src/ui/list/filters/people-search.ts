import { createContext, useContext } from 'react'
import type { SearchedChoices } from './filter-search.tsx'

/** Looks people up by what is typed; given null while nobody looks. Answers null where that isn't permitted. */
export type UsePeople = (typed: string | null) => SearchedChoices | null

const PeopleSearch = createContext<UsePeople>(() => null)

/** Gives the filters of lists a way to look people up, as lists call no endpoint themselves. */
export const PeopleSearchProvider = PeopleSearch.Provider

/** The way to look people up. */
export const usePeopleSearch = (): UsePeople => useContext(PeopleSearch)
