import { UnstyledButton } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { useMemo, useState } from 'react'
import { rich } from '../../ui/format/rich.tsx'
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
          {/* i18n: heads a text as it was before a change */}
          <p>{t('Was')}</p>
          <Text value={before} />
        </div>
        <div className={classes.text} data-tone="good">
          {/* i18n: heads a text as it is after a change */}
          <p>{t('Now')}</p>
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
          {whole ? t('Show only changes') : t('Show the whole text')}
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
      {rich(
        isGone
          ? // i18n: a changed word within a text; screen readers read what is in <unseen>
            '<unseen> [was: </unseen>{text}<unseen>] </unseen>'
          : '<unseen> [now: </unseen>{text}<unseen>] </unseen>',
        { text, unseen: (inner) => <span className="unseen">{inner}</span> },
      )}
    </Tag>
  )
}
