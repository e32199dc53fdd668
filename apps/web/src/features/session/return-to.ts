const key = 'steward-return-to'

/** Remembers the page that was open, as path, query and hash, for after signing in. */
export function rememberPage(href: string): void {
  if (isOwnPage(href)) sessionStorage.setItem(key, href)
}

/** The remembered page, once; null where there is none. */
export function takeRememberedPage(): string | null {
  const href = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return href && isOwnPage(href) ? href : null
}

/** Whether an address is a page of this app and not another site's, nor the sign-in page. */
export function isOwnPage(href: string): boolean {
  if (!href.startsWith('/')) return false
  try {
    const address = new URL(href, window.location.origin)
    return (
      address.origin === window.location.origin && address.pathname !== import.meta.env.BASE_URL
    )
  } catch {
    return false
  }
}
