import { UnstyledButton } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Text } from '../../ui/format/text.tsx'
import classes from './difference.module.css'
import { type Stretch, wordDifference } from './word-difference.ts'

/** How many characters at each end of an unchanged stretch are shown. */
const around = 80

/** Shows a text's changes word by word, or both texts if they have little in common. */
export function TextDifference({ before, after }: { before: string; after: string }) {
  const stretches = useMemo(() => wordDifference(before, after), [before, after])
  const [whole, setWhole] = useState(false)
  if (!stretches)
    return (
      <>
        <div className={classes.text} data-tone="bad">
          <p>Was</p>
          <Text value={before} />
        </div>
        <div className={classes.text} data-tone="good">
          <p>Now</p>
          <Text value={after} />
        </div>
      </>
    )
  const folds = stretches.some(isLong)
  return (
    <>
      <p className={classes.inline} dir="auto">
        {stretches.map((stretch, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stretch is its place
          <StretchText key={at} stretch={stretch} whole={whole} />
        ))}
      </p>
      {folds && (
        <UnstyledButton className={classes.link} onClick={() => setWhole(!whole)}>
          {whole ? 'Show only changes' : 'Show the whole text'}
        </UnstyledButton>
      )}
    </>
  )
}

const isLong = ({ kind, text }: Stretch) => kind === 'same' && text.length > 3 * around

function ends(text: string): string {
  const letters = Array.from(text)
  return `${letters.slice(0, around).join('')} … ${letters.slice(-around).join('')}`
}

function StretchText({ stretch, whole }: { stretch: Stretch; whole: boolean }) {
  const { kind, text } = stretch
  if (kind === 'same') return isLong(stretch) && !whole ? ends(text) : text
  const isGone = kind === 'removed'
  const Tag = isGone ? 'del' : 'ins'
  return (
    <Tag data-tone={isGone ? 'bad' : 'good'}>
      <span className="unseen">{isGone ? ' [was: ' : ' [now: '}</span>
      {text}
      <span className="unseen">] </span>
    </Tag>
  )
}
