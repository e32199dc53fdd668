import sharp from 'sharp'
import type { Files } from '../uploads/uploaded-files.ts'
import type { Random } from './random.ts'

const hues = [8, 28, 44, 96, 150, 172, 194, 212, 236, 262, 290, 332]
const colour = (hue: number, saturation: number, lightness: number) =>
  `hsl(${hue % 360} ${saturation}% ${lightness}%)`

const svg = (width: number, height: number, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`

function portrait(random: Random): string {
  const hue = random.pick(hues)
  const skin = random.pick(['#f2d3b8', '#e3b48f', '#c68b61', '#9a6240', '#6f452c', '#efc9a4'])
  const hair = random.pick([
    '#1f1a17',
    '#3b2a20',
    '#7a4a24',
    '#b9894a',
    '#c9c4bd',
    '#8a2f1c',
    '#40506b',
  ])
  const shirt = colour(hue + 150, 45, random.int(35, 60))
  const long = random.chance(0.5)
  const top = random.int(74, 88)
  const back = long
    ? `<rect x="74" y="${top}" width="108" height="${random.int(100, 140)}" rx="50" fill="${hair}"/>`
    : ''
  const extra = random.pick([
    '',
    '',
    '',
    `<g fill="none" stroke="#2b2b33" stroke-width="4"><circle cx="109" cy="118" r="15"/><circle cx="147" cy="118" r="15"/><path d="M124 118h8"/></g>`,
    `<path d="M92 132q36 52 72 0v14q-36 46-72 0z" fill="${hair}"/>`,
  ])
  return `<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${colour(hue, 55, 82)}"/><stop offset="1" stop-color="${colour(hue + 40, 50, 64)}"/></linearGradient></defs>
    <rect width="256" height="256" fill="url(#g)"/>${back}
    <path d="M36 256q6-70 92-70t92 70z" fill="${shirt}"/><rect x="110" y="150" width="36" height="48" rx="18" fill="${skin}"/>
    <ellipse cx="128" cy="118" rx="44" ry="52" fill="${skin}"/>
    <path d="M82 ${top + 34}q-2-66 46-66t46 66q-${random.int(14, 40)}-30-46-30t-46 30z" fill="${hair}"/>${extra}`
}

function logo(random: Random): string {
  const hue = random.pick(hues)
  const ink = colour(hue, 50, 32)
  const mark = random.pick([
    `<circle cx="128" cy="128" r="62" fill="none" stroke="${ink}" stroke-width="22"/><circle cx="128" cy="128" r="18" fill="${ink}"/>`,
    `<path d="M128 56l64 112H64z" fill="${ink}"/><path d="M128 200l-34-60h68z" fill="${colour(hue + 180, 60, 60)}"/>`,
    `<path d="M64 152q32-48 64 0t64 0M64 112q32-48 64 0t64 0" fill="none" stroke="${ink}" stroke-width="18" stroke-linecap="round"/>`,
    `<rect x="66" y="66" width="56" height="56" rx="10" fill="${ink}"/><rect x="134" y="134" width="56" height="56" rx="10" fill="${ink}"/><circle cx="162" cy="94" r="28" fill="${colour(hue + 150, 60, 58)}"/><circle cx="94" cy="162" r="28" fill="${colour(hue + 60, 60, 58)}"/>`,
    `<path d="M128 52c54 42 54 110 0 152c-54-42-54-110 0-152z" fill="${ink}"/><path d="M128 90v114" stroke="${colour(hue, 40, 88)}" stroke-width="8"/>`,
  ])
  return `<rect width="256" height="256" fill="${colour(hue, 42, 90)}"/>${mark}`
}

function cover(random: Random): string {
  const hue = random.pick(hues)
  const night = random.chance(0.3)
  const sky = night
    ? [colour(hue, 45, 20), colour(hue + 30, 50, 42)]
    : [colour(hue, 60, 86), colour(hue + 40, 70, 74)]
  const layers = [0, 1, 2, 3].map((layer) => {
    const base = 150 + layer * 50
    const points = Array.from({ length: 9 }, (_, i) => `${i * 80},${base + random.int(-34, 22)}`)
    const light = night ? 34 - layer * 7 : 66 - layer * 12
    return `<path d="M0 360L${points.join('L')}L640 360z" fill="${colour(hue + 20 + layer * 12, 36, light)}"/>`
  })
  const lights = night
    ? Array.from(
        { length: 14 },
        () =>
          `<circle cx="${random.int(10, 630)}" cy="${random.int(190, 345)}" r="${random.int(2, 5)}" fill="#ffd98a"/>`,
      )
    : []
  return `<defs><linearGradient id="s" y2="1" x2="0"><stop stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>
    <rect width="640" height="360" fill="url(#s)"/><circle cx="${random.int(90, 550)}" cy="${random.int(60, 140)}" r="${random.int(26, 54)}" fill="${night ? '#f6efd6' : '#fff4c8'}"/>${layers.join('')}${lights.join('')}`
}

const shapes = {
  pot: (main: string, dark: string) =>
    `<path d="M150 170h180l-22 150q-68 26-136 0z" fill="${main}"/><ellipse cx="240" cy="170" rx="90" ry="24" fill="${dark}"/>`,
  table: (main: string, dark: string) =>
    `<rect x="110" y="180" width="260" height="26" rx="8" fill="${main}"/><path d="M132 206h22v130h-22zM326 206h22v130h-22z" fill="${dark}"/>`,
  shelf: (main: string, dark: string) =>
    `<rect x="140" y="110" width="200" height="230" rx="14" fill="${main}"/><path d="M140 186h200M140 264h200" stroke="${dark}" stroke-width="10"/>`,
  bicycle: (main: string, dark: string) =>
    `<g fill="none" stroke="${main}" stroke-width="14"><circle cx="150" cy="270" r="62"/><circle cx="330" cy="270" r="62"/><path d="M150 270l52-104h96l32 104M202 166l58 104h70" stroke="${dark}" stroke-width="10"/></g>`,
  jar: (main: string, dark: string) =>
    `<path d="M200 120h80v44q50 24 50 84v78q0 18-18 18H168q-18 0-18-18v-78q0-60 50-84z" fill="${main}"/><rect x="192" y="100" width="96" height="30" rx="8" fill="${dark}"/>`,
  shirt: (main: string) =>
    `<path d="M160 130l54-24q26 30 52 0l54 24 44 62-46 30-18-22v136H180V200l-18 22-46-30z" fill="${main}"/>`,
  radio: (main: string, dark: string) =>
    `<rect x="120" y="160" width="240" height="160" rx="20" fill="${main}"/><circle cx="200" cy="240" r="46" fill="${dark}"/><path d="M280 210h52M280 240h52M280 270h52" stroke="${dark}" stroke-width="10"/>`,
  plant: (_main: string, dark: string) =>
    `<rect x="200" y="270" width="80" height="74" rx="8" fill="${dark}"/><path d="M240 274C200 220 150 230 140 170c60-10 90 30 100 70 10-50 40-96 104-86-6 70-60 80-104 120z" fill="#3f9a58"/>`,
  hammer: (main: string, dark: string) =>
    `<rect x="226" y="160" width="28" height="190" rx="10" fill="${main}"/><path d="M150 120h150q50 0 60 44h-60v20H150z" fill="${dark}"/>`,
} satisfies Record<string, (main: string, dark: string) => string>

export type Shape = keyof typeof shapes

const product =
  (shape: Shape): Drawing =>
  (random) => {
    const hue = random.pick(hues)
    const body = shapes[shape](colour(hue, 48, 50), colour(hue, 48, 34))
    return `<rect width="480" height="480" fill="${colour(hue + random.int(20, 200), 30, 92)}"/><ellipse cx="240" cy="350" rx="150" ry="18" fill="#00000018"/>${body}`
  }

function emblem(random: Random): string {
  const hue = random.pick(hues)
  const sides = random.int(3, 8)
  const points = Array.from({ length: sides * 2 }, (_, i) => {
    const angle = (Math.PI * i) / sides - Math.PI / 2
    const radius = i % 2 ? 48 : 92
    return `${(128 + radius * Math.cos(angle)).toFixed(1)},${(128 + radius * Math.sin(angle)).toFixed(1)}`
  })
  return `<rect width="256" height="256" fill="${colour(hue, 46, 30)}"/><polygon points="${points.join(' ')}" fill="${colour(hue + 30, 70, 72)}"/><circle cx="128" cy="128" r="26" fill="${colour(hue, 46, 30)}"/>`
}

type Drawing = (random: Random) => string

interface Drawn {
  count: number
  width: number
  height: number
  draw: Drawing
}

const products = Object.fromEntries(
  Object.keys(shapes).map((shape) => [
    shape,
    { count: 4, width: 480, height: 480, draw: product(shape as Shape) },
  ]),
) as Record<Shape, Drawn>

/** What is drawn, in this order. */
const drawings = {
  portraits: { count: 36, width: 256, height: 256, draw: portrait },
  logos: { count: 15, width: 256, height: 256, draw: logo },
  covers: { count: 24, width: 640, height: 360, draw: cover },
  ...products,
  emblems: { count: 8, width: 256, height: 256, draw: emblem },
} satisfies Record<string, Drawn>

/** The addresses of the pictures. */
export type Pictures = Record<keyof typeof drawings, string[]>

export const noPictures = Object.fromEntries(
  Object.keys(drawings).map((kind): [string, string[]] => [kind, []]),
) as Pictures

/** Draws the community's pictures and keeps them as small WebP files; the same seed draws the same. */
export async function drawPictures(files: Files, random: Random): Promise<Pictures> {
  const pictures = { ...noPictures }
  for (const [kind, { count, width, height, draw }] of Object.entries(drawings)) {
    // Draw before the first await, so that random numbers are always used in the same order.
    const drawn = Array.from({ length: count }, () => svg(width, height, draw(random)))
    pictures[kind as keyof Pictures] = await Promise.all(
      drawn.map(async (drawing) => {
        const bytes = await sharp(Buffer.from(drawing)).webp({ quality: 72, effort: 2 }).toBuffer()
        return await files.save(bytes, 'webp')
      }),
    )
  }
  return pictures
}

export const urlsOf = (pictures: Pictures): string[] => Object.values(pictures).flat()
