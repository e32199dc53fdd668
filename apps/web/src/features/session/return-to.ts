const key = 'steward-return-to'

export function rememberPage(href: string): void {
  if (isOwnPage(href)) sessionStorage.setItem(key, href)
}

export function rememberedPage(): string | null {
  const href = sessionStorage.getItem(key)
  return href && isOwnPage(href) ? href : null
}

export function takeRememberedPage(): string | null {
  const href = rememberedPage()
  sessionStorage.removeItem(key)
  return href
}

/** Whether an address is a page of this app, other than the sign-in page. */
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
