import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import Cropper, { type Area, type MediaSize } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { Dialog, DialogActions } from '../dialog/dialog.tsx'
import classes from './image.module.css'
import type { Chosen } from './picture-file.ts'

/** The edge of the sent picture, in pixels. */
const sentEdge = 512

const zoomLimit = 5

/** Crops a square by pointer, wheel or keys; `onUse` is given a `data:` URL. */
export function ImageCrop(props: {
  picture: Chosen
  shape: 'person' | 'thing'
  onUse: (image: string) => void
  onClose: () => void
}) {
  const { picture, shape } = props
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>(() => middleOf(picture))
  // The size of the unzoomed picture, then of the square, in pixels of the screen.
  const [media, setMedia] = useState<MediaSize | null>(null)
  const [edge, setEdge] = useState(0)

  /** Moves and zooms the crop, keeping the square within the picture. */
  const place = (x: number, y: number, nearness: number) => {
    if (!media) return
    const zoomed = Math.min(zoomLimit, Math.max(1, nearness))
    setZoom(zoomed)
    setCrop({ x: held(x, media.width * zoomed - edge), y: held(y, media.height * zoomed - edge) })
  }
  /** Zooms around the centre of the crop. */
  const zoomTo = (to: number) => place((crop.x * to) / zoom, (crop.y * to) / zoom, to)
  const move = (right: number, down: number) => place(crop.x - right, crop.y - down, zoom)

  const onKeyDown = (event: KeyboardEvent) => {
    const step = edge * (event.shiftKey ? 0.1 : 0.02)
    const steps: Record<string, () => void> = {
      ArrowLeft: () => move(-step, 0),
      ArrowRight: () => move(step, 0),
      ArrowUp: () => move(0, -step),
      ArrowDown: () => move(0, step),
      '+': () => zoomTo(zoom * 1.1),
      '=': () => zoomTo(zoom * 1.1),
      '-': () => zoomTo(zoom / 1.1),
    }
    const to = steps[event.key]
    if (!to) return
    event.preventDefault()
    to()
  }
  return (
    <Dialog opened onClose={props.onClose} title={t('Crop the picture')}>
      <div className="flex to-bottom to-middle gap-20">
        {/* biome-ignore lint/a11y/useSemanticElements: no element is a two-dimensional slider */}
        <div
          role="group"
          aria-label={t('Crop area. Arrow keys move it; plus and minus zoom.')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is operated by keys
          tabIndex={0}
          data-autofocus
          className={classes.stage}
          data-shape={shape}
          onKeyDown={onKeyDown}
        >
          <Cropper
            image={picture.element.src}
            aspect={1}
            crop={crop}
            zoom={zoom}
            maxZoom={zoomLimit}
            // One notch of the wheel zooms by 8 %.
            zoomSpeed={0.16 * zoom}
            objectFit="cover"
            cropShape={shape === 'person' ? 'round' : 'rect'}
            showGrid={false}
            // The content security policy forbids style elements.
            disableAutomaticStylesInjection
            // The surrounding group handles focus and keys.
            cropperProps={{ tabIndex: undefined, onKeyDown: undefined, onKeyUp: undefined }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onMediaLoaded={setMedia}
            onCropSizeChange={({ width }) => setEdge(width)}
            onCropAreaChange={(shares) => setArea(inPixels(shares, picture))}
          />
        </div>
        <div className={classes.previews} aria-hidden="true">
          {[64, 28].map((size) => (
            <span key={size} data-shape={shape} style={{ width: size, height: size }}>
              <Drawn picture={picture} area={area} edge={size * 2} />
            </span>
          ))}
        </div>
      </div>
      <label className={classes.zoom}>
        <span>{t('Zoom')}</span>
        <input
          type="range"
          min={1}
          max={zoomLimit}
          step={0.05}
          value={zoom}
          onChange={(event) => zoomTo(Number(event.currentTarget.value))}
        />
      </label>
      <DialogActions>
        <Button onClick={props.onClose}>{t('Cancel')}</Button>
        <Button variant="filled" onClick={() => props.onUse(cut(picture, area))}>
          {t('Use picture')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const held = (way: number, over: number): number => Math.min(over / 2, Math.max(-over / 2, way))

function middleOf({ width, height }: Chosen): Area {
  const edge = Math.min(width, height)
  return { x: (width - edge) / 2, y: (height - edge) / 2, width: edge, height: edge }
}

/** The crop in pixels of the picture; not rounded, as a small picture would jump. */
function inPixels(shares: Area, { width, height }: Chosen): Area {
  const edge = (shares.width * width) / 100
  return { x: (shares.x * width) / 100, y: (shares.y * height) / 100, width: edge, height: edge }
}

function draw(canvas: HTMLCanvasElement, picture: Chosen, area: Area): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(
    picture.element,
    area.x,
    area.y,
    area.width,
    area.height,
    0,
    0,
    canvas.width,
    canvas.height,
  )
}

function Drawn({ picture, area, edge }: { picture: Chosen; area: Area; edge: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, area)
  }, [picture, area])
  return <canvas ref={canvas} width={edge} height={edge} />
}

function cut(picture: Chosen, area: Area): string {
  const canvas = document.createElement('canvas')
  const edge = Math.max(1, Math.min(sentEdge, Math.round(area.width)))
  canvas.width = edge
  canvas.height = edge
  draw(canvas, picture, area)
  return canvas.toDataURL('image/webp', 0.9)
}
