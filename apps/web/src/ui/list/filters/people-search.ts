import { createContext, useContext } from 'react'
import type { UseSearch } from '../url/list-definition.ts'

const PeopleSearch = createContext<UseSearch>(() => null)

/** Gives the filters of lists a way to look people up, as lists call no endpoint themselves. */
export const PeopleSearchProvider = PeopleSearch.Provider

export const usePeopleSearch = (): UseSearch => useContext(PeopleSearch)
