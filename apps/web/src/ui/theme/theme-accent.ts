/** Red, green and blue, 0 to 255. */
type Rgb = readonly number[]

/** How much white (positive) or black (negative) each shade of the accent gets, 0 to 1. */
const mixes = [0.92, 0.85, 0.7, 0.52, 0.4, 0.18, 0, -0.17, -0.31, -0.43]

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]

/** Ten shades of `#rrggbb`, else null: 6 under white text at 4.5 : 1, 4 as text on dark pages. */
export function accentShades(accent: string): string[] | null {
  const rgb = parse(accent)
  if (!rgb) return null
  const base = until(rgb, black, (colour) => contrast(colour, white) >= 4.6)
  const onDark = until(mix(base, white, 0.4), white, (colour) => contrast(colour, darkPage) >= 5.5)
  return mixes.map((share, shade) =>
    write(shade === 4 ? onDark : mix(base, share < 0 ? black : white, Math.abs(share))),
  )
}

/** The lightest background on which accent text appears in the dark theme. */
const darkPage: Rgb = [0x1e, 0x23, 0x29]

/** Applies the accent colour of `config.json`. */
export function putAccent(accent: string | undefined): void {
  const shades = accent ? accentShades(accent) : null
  shades?.forEach((shade, index) => {
    document.documentElement.style.setProperty(`--mantine-color-accent-${index}`, shade)
  })
}

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: Rgb, other: Rgb): number {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** Parses `#rrggbb`; undefined for anything else. */
export function parse(colour: string): Rgb | undefined {
  const found = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour.trim())
  return found?.slice(1).map((part) => Number.parseInt(part, 16))
}

function luminance(colour: Rgb): number {
  const [r = 0, g = 0, b = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const mix = (colour: Rgb, other: Rgb, share: number): Rgb =>
  colour.map((part, index) => part + ((other[index] ?? part) - part) * share)

function until(colour: Rgb, towards: Rgb, enough: (colour: Rgb) => boolean): Rgb {
  let found = colour
  for (let step = 0; step < 60 && !enough(found); step++) found = mix(found, towards, 0.05)
  return found
}

const write = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
