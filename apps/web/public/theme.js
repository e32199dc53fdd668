// Runs before the first paint, so that a dark page never flashes white. What it reads and decides
// is the same as in src/app/theme.store.ts, which takes over once the app has loaded.
;(() => {
  let theme = new URLSearchParams(location.search).get('theme')
  try {
    theme = theme || localStorage.getItem('steward-admin-template-theme')
  } catch {
    // Storage may be forbidden; then the page is light.
  }
  const dark =
    theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
