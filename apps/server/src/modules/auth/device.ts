/** Browsers by what only they write, the more particular ones first. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * What kind of device a user agent speaks of, for people: `Firefox on Windows`.
 * @param userAgent what the client calls itself; anybody can write anything there
 */
export function deviceOf(userAgent: string | null): string {
  const text = userAgent ?? ''
  const browser = browsers.find(([sign]) => sign.test(text))?.[1]
  const system = systems.find(([sign]) => sign.test(text))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `A program on ${system}` : 'An unknown device')
}
