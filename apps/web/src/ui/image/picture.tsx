import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { fileUrl, smallEdge, smallFileUrl } from '../../api/config.ts'
import { initials } from '../format/initials.ts'
import { useSeen } from './lazy-source.ts'
import classes from './picture.module.css'

/** A picture, round for a person, else square; initials until loaded. `size` is in px. */
export function Picture(props: {
  shape: 'person' | 'thing'
  src: string | null
  name: string | null
  size?: number
}) {
  const { shape, src, name, size = 24 } = props
  const [broken, setBroken] = useState<string | null>(null)
  const [loaded, setLoaded] = useState<string | null>(null)
  const [place, seen] = useSeen<HTMLSpanElement>()
  const letters = name === null ? '' : initials(name)
  return (
    <span
      ref={place}
      aria-hidden="true"
      className={classes.picture}
      data-shape={shape}
      style={{
        width: inRem(size),
        height: inRem(size),
        fontSize: inRem(size * 0.42),
        ...(name !== null && { '--tint': tintOf(name) }),
      }}
    >
      {seen && src !== null && broken !== src && (
        <img
          src={isSmall(size) ? smallFileUrl(src) : fileUrl(src)}
          alt=""
          width={size}
          height={size}
          decoding="async"
          referrerPolicy="no-referrer"
          onLoad={() => setLoaded(src)}
          onError={() => setBroken(src)}
        />
      )}
      {src !== null && loaded === src ? null : letters === '' ? (
        <IconPhoto size={inRem(size * 0.6)} stroke={1.5} />
      ) : (
        letters
      )}
    </span>
  )
}

const inRem = (px: number): string => `${px / 16}rem`

/** Whether the small version is sharp enough, even at 200 % zoom. */
const isSmall = (size: number): boolean => size * Math.max(2, devicePixelRatio) <= smallEdge

/** Hues, each with its saturation. */
const tints = ['212 50%', '160 38%', '28 52%', '268 38%', '340 42%', '190 44%']

/** A colour's tint, which is always the same for one name. */
function tintOf(name: string): string | undefined {
  let sum = 0
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973
  return tints[sum % tints.length]
}
