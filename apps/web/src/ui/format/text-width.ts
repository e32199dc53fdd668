type Written = 'cell' | 'heading'

const fonts = new Map<Written, string>()
let canvas: CanvasRenderingContext2D | null | undefined

/** The default text size in px (theme-tokens.ts). */
const usual = 14
let scale: number | null = null

/** The assumed width of a character in px, where there is no canvas to measure with. */
const letter = 7.5

/** The width of a text on one line in px; all digits count as equally wide. */
export function textWidth(text: string, written: Written): number {
  canvas ??= contextOf()
  if (!canvas) return text.length * letter
  canvas.font = fontOf(written)
  return canvas.measureText(text.replace(/\d/g, '0')).width
}

/** The page's text size divided by 14 px; cached unless measured `anew`. */
export function textScale(anew = false): number {
  if (scale !== null && !anew) return scale
  const size = typeof document === 'undefined' ? usual : sizeOf(document.body)
  if (scale !== size / usual) fonts.clear()
  scale = size / usual
  return scale
}

const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize) || usual

function contextOf(): CanvasRenderingContext2D | null {
  // There is no canvas in tests.
  if (typeof CanvasRenderingContext2D === 'undefined') return null
  return document.createElement('canvas').getContext('2d')
}

function fontOf(written: Written): string {
  const known = fonts.get(written)
  if (known !== undefined) return known
  const { fontSize, fontFamily } = getComputedStyle(document.body)
  const size = Number.parseFloat(fontSize)
  const font =
    written === 'cell' ? `${size}px ${fontFamily}` : `600 ${(size * 6) / 7}px ${fontFamily}`
  fonts.set(written, font)
  return font
}
