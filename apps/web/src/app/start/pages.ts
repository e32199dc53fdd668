/** A call that a page makes first, as far as its address says nothing else. */
export interface FirstCall {
  /** The path below `/api/`. */
  path: string
  query?: Readonly<Record<string, string | string[]>>
  /** The name of the list that it asks for, whose number of rows the browser may remember. */
  list?: string
}

/** What a page needs to show itself, beside what every page needs. */
export interface FirstPage {
  /** The path of its route, such as `/users/$id`. */
  path: string
  /** Whether the page requires a session. */
  guarded: boolean
  /** The page's scripts and styles, relative to the app's base. */
  files: readonly string[]
  asks: readonly FirstCall[]
  /** The script that draws its first rows before the app is there. */
  rows?: string
}

/** Every page by what it needs first; the build knows them all. */
export interface Pages {
  /** The script of the app itself; null where the page names it, as while it is developed. */
  app: string | null
  /** What every page behind the session guard needs, which those that are listed don't name again. */
  guarded: Pick<FirstPage, 'files' | 'asks'>
  pages: readonly FirstPage[]
}

/**
 * The page that will stand at an address.
 * @param path within the app, such as `/users/members`
 * @param isSignedIn whether a session is stored: without one the sign-in page comes, and with one
 *   that page leads to the dashboard
 */
export function firstPageAt(of: Pages, path: string, isSignedIn: boolean): FirstPage | undefined {
  const at = (wanted: string) =>
    of.pages.find((page) => page.path === wanted) ??
    of.pages.find((page) => isLike(page.path, wanted)) ?? {
      path: wanted,
      guarded: true,
      files: [],
      asks: [],
    }
  const whole = (page: FirstPage): FirstPage =>
    page.guarded
      ? {
          ...page,
          files: [...of.guarded.files, ...page.files],
          asks: [...of.guarded.asks, ...page.asks],
        }
      : page
  const found = at(path)
  if (found.guarded && !isSignedIn) return of.pages.find((page) => page.path === '/')
  return whole(path === '/' && isSignedIn ? at('/dashboard') : found)
}

/** Whether a path is one of a route's, whose parts after a `$` may be anything. */
function isLike(route: string, path: string): boolean {
  const parts = path.split('/')
  const wanted = route.split('/')
  return (
    parts.length === wanted.length &&
    wanted.every((part, index) => part.startsWith('$') || part === parts[index])
  )
}
