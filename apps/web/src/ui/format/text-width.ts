type Written = 'cell' | 'heading'

let canvas: CanvasRenderingContext2D | null | undefined

/** The default text size in px (theme-tokens.ts). */
const usual = 14
let body: { size: number; family: string } | null = null

/** The assumed width of a character in px, where there is no canvas to measure with. */
const letter = 7.5

/** The width of a text on one line in px; all digits count as equally wide. */
export function textWidth(text: string, written: Written): number {
  canvas ??= contextOf()
  if (!canvas) return text.length * letter
  const { size, family } = bodyText(false)
  canvas.font = written === 'cell' ? `${size}px ${family}` : `600 ${(size * 6) / 7}px ${family}`
  return canvas.measureText(text.replace(/\d/g, '0')).width
}

/** The page's text size divided by 14 px; cached unless measured `anew`. */
export const textScale = (anew = false): number => bodyText(anew).size / usual

function bodyText(anew: boolean) {
  if (body && !anew) return body
  const { fontSize, fontFamily } = getComputedStyle(document.body)
  body = { size: Number.parseFloat(fontSize) || usual, family: fontFamily }
  return body
}

function contextOf(): CanvasRenderingContext2D | null {
  // There is no canvas in tests.
  if (typeof CanvasRenderingContext2D === 'undefined') return null
  return document.createElement('canvas').getContext('2d')
}
