/** Which part of a picture is kept: its middle in pixels of the picture, and how near it is. */
export interface Crop {
  x: number
  y: number
  /** 1 keeps the largest square, more comes nearer. */
  zoom: number
}

/** The size of a picture in its own pixels. */
export interface Size {
  width: number
  height: number
}

/** The nearest that one can come. */
export const mostZoom = 5

/** The largest square in the middle. */
export const middleOf = ({ width, height }: Size): Crop => ({
  x: width / 2,
  y: height / 2,
  zoom: 1,
})

/** The square that a crop keeps: its corner and edge in pixels of the picture. */
export function squareOf(crop: Crop, size: Size): { x: number; y: number; edge: number } {
  const edge = Math.min(size.width, size.height) / crop.zoom
  return { x: crop.x - edge / 2, y: crop.y - edge / 2, edge }
}

/** A crop that stays within its picture. */
export function within(crop: Crop, size: Size): Crop {
  const zoom = Math.min(mostZoom, Math.max(1, crop.zoom))
  const half = Math.min(size.width, size.height) / zoom / 2
  const clamp = (value: number, most: number) => Math.min(most - half, Math.max(half, value))
  return { x: clamp(crop.x, size.width), y: clamp(crop.y, size.height), zoom }
}

/** Moves what is kept by parts of its own edge: `(0.1, 0)` goes a tenth to the right. */
export function moved(crop: Crop, right: number, down: number, size: Size): Crop {
  const { edge } = squareOf(crop, size)
  return within({ ...crop, x: crop.x + right * edge, y: crop.y + down * edge }, size)
}

/** Comes nearer or goes away by a factor, around the middle. */
export const zoomed = (crop: Crop, factor: number, size: Size): Crop =>
  within({ ...crop, zoom: crop.zoom * factor }, size)
