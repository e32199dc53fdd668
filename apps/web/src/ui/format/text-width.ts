/** How a text is written: in a cell, or in the heading of a column. */
type Written = 'cell' | 'heading'

const fonts = new Map<Written, string>()
let canvas: CanvasRenderingContext2D | null | undefined

/** The size of text where nobody asked for another, in px (theme-tokens.ts). */
const usual = 14
let scale: number | null = null

/** About how wide a letter is, where nothing can be measured. */
const letter = 7.5

/**
 * How wide a text stands on one line, in px, measured beside the page, so that nothing is laid out for it.
 * Every digit counts as wide as the others, as in tables.
 */
export function textWidth(text: string, written: Written): number {
  canvas ??= contextOf()
  if (!canvas) return text.length * letter
  canvas.font = fontOf(written)
  return canvas.measureText(text.replace(/\d/g, '0')).width
}

/** How many times the usual 14 px the page's text is; `anew` asks the page, and not what it said last. */
export function textScale(anew = false): number {
  if (scale !== null && !anew) return scale
  const size = typeof document === 'undefined' ? usual : sizeOf(document.body)
  if (scale !== size / usual) fonts.clear()
  scale = size / usual
  return scale
}

const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize) || usual

function contextOf(): CanvasRenderingContext2D | null {
  // What draws no page, such as a test of a component, has no canvas either.
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
