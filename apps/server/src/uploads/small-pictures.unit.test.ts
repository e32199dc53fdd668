import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { folderStorage } from '../storage/folder.ts'
import { smallPictures } from './small-pictures.ts'

const picture = (edge: number) =>
  sharp({
    create: {
      width: edge,
      height: edge,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .webp()
    .toBuffer()

test('a picture is made once, one that is gone is none, and what is too much at once comes whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steward-small-'))
  try {
    await mkdir(join(folder, 'uploads'))
    const names = Array.from({ length: 150 }, (_, n) => `${n}.webp`)
    const whole = await picture(200)
    await Promise.all(names.map((name) => writeFile(join(folder, 'uploads', name), whole)))
    const small = smallPictures(folderStorage(folder))
    const all = await Promise.all(names.map((name) => small(name)))
    expect(all.filter(Boolean)).toHaveLength(100)
    // Those have their turn as soon as fewer wait.
    const [again, late] = await Promise.all([small('0.webp'), small('149.webp')])
    expect(again).toBe(all[0])
    expect((await sharp(late ?? undefined).metadata()).width).toBe(64)
    expect(await small('none.webp')).toBeNull()
    await writeFile(join(folder, 'uploads', 'none.webp'), whole)
    expect(await small('none.webp')).not.toBeNull()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
