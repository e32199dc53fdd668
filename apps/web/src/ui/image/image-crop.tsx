import { Button } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Dialog, DialogActions } from '../feedback/dialog.tsx'
import { type Crop, middleOf, mostZoom, moved, squareOf, within, zoomed } from './crop.ts'
import classes from './image.module.css'
import type { Chosen } from './picture-file.ts'

/** The edge of the picture that is sent, in pixels. */
const sentEdge = 512

/**
 * Chooses the square of a picture that is kept, by pointer, wheel or keys, with a preview as it will
 * stand in lists.
 * @param props.shape people are round, things square
 * @param props.onUse gets the square as a `data:` address
 */
export function ImageCrop(props: {
  picture: Chosen
  shape: 'person' | 'thing'
  onUse: (image: string) => void
  onClose: () => void
}) {
  const { picture, shape } = props
  const [crop, setCrop] = useState<Crop>(() => middleOf(picture))
  const dragged = useRef<{ x: number; y: number } | null>(null)
  const go = (to: (crop: Crop) => Crop) => setCrop(to)

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 0.1 : 0.02
    const steps: Record<string, (crop: Crop) => Crop> = {
      ArrowLeft: (at) => moved(at, -step, 0, picture),
      ArrowRight: (at) => moved(at, step, 0, picture),
      ArrowUp: (at) => moved(at, 0, -step, picture),
      ArrowDown: (at) => moved(at, 0, step, picture),
      '+': (at) => zoomed(at, 1.1, picture),
      '=': (at) => zoomed(at, 1.1, picture),
      '-': (at) => zoomed(at, 1 / 1.1, picture),
    }
    const to = steps[event.key]
    if (!to) return
    event.preventDefault()
    go(to)
  }
  const onPointerMove = (event: PointerEvent) => {
    const from = dragged.current
    if (!from) return
    const { width } = event.currentTarget.getBoundingClientRect()
    const [right, down] = [(from.x - event.clientX) / width, (from.y - event.clientY) / width]
    dragged.current = { x: event.clientX, y: event.clientY }
    go((at) => moved(at, right, down, picture))
  }
  return (
    <Dialog opened onClose={props.onClose} title="Crop the picture">
      <div className={classes.crop}>
        {/* biome-ignore lint/a11y/useSemanticElements: no element is a two-dimensional slider */}
        <div
          role="group"
          aria-label="Part of the picture that is kept. Arrow keys move it, plus and minus zoom."
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is operated by keys
          tabIndex={0}
          data-autofocus
          className={classes.stage}
          data-shape={shape}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            dragged.current = { x: event.clientX, y: event.clientY }
          }}
          onPointerMove={onPointerMove}
          onPointerUp={() => {
            dragged.current = null
          }}
          onPointerCancel={() => {
            dragged.current = null
          }}
          onWheel={(event) => go((at) => zoomed(at, event.deltaY < 0 ? 1.08 : 1 / 1.08, picture))}
        >
          <Drawn picture={picture} crop={crop} edge={560} />
        </div>
        <div className={classes.previews} aria-hidden="true">
          {[64, 28].map((edge) => (
            <span key={edge} data-shape={shape} style={{ width: edge, height: edge }}>
              <Drawn picture={picture} crop={crop} edge={edge * 2} />
            </span>
          ))}
        </div>
      </div>
      <label className={classes.zoom}>
        <span>Zoom</span>
        <input
          type="range"
          min={1}
          max={mostZoom}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => {
            const zoom = Number(event.currentTarget.value)
            go((at) => within({ ...at, zoom }, picture))
          }}
        />
      </label>
      <DialogActions>
        <Button variant="default" onClick={props.onClose}>
          Cancel
        </Button>
        <Button onClick={() => props.onUse(cut(picture, crop))}>Use picture</Button>
      </DialogActions>
    </Dialog>
  )
}

function draw(canvas: HTMLCanvasElement, picture: Chosen, crop: Crop): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { x, y, edge } = squareOf(crop, picture)
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture.element, x, y, edge, edge, 0, 0, canvas.width, canvas.height)
}

function Drawn({ picture, crop, edge }: { picture: Chosen; crop: Crop; edge: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop)
  }, [picture, crop])
  return <canvas ref={canvas} width={edge} height={edge} />
}

function cut(picture: Chosen, crop: Crop): string {
  const canvas = document.createElement('canvas')
  const edge = Math.max(1, Math.min(sentEdge, Math.round(squareOf(crop, picture).edge)))
  canvas.width = edge
  canvas.height = edge
  draw(canvas, picture, crop)
  return canvas.toDataURL('image/webp', 0.9)
}
