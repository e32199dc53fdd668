import type { ListName } from './listing.ts'

/** The lists whose server goes by a number of rows to pass over, and by no page; with its name. */
const skipNames = new Map<ListName, string>()

/** Under which name the server takes how many rows to pass over; null where it takes a page. */
export const skipNameFor = (list: ListName): string | null => skipNames.get(list) ?? null

/** Notes that name, once an answer has shown it. */
export const noteSkipName = (list: ListName, name: string): void => void skipNames.set(list, name)

/** Forgets what is known: another session, and maybe another server. */
export const forgetSkipNames = (): void => skipNames.clear()
