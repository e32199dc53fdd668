import { timeOf } from '../../api/read.ts'
import { moneyText } from '../../ui/format/money-text.ts'
import { dateText, shortText } from '../../ui/format/time-text.ts'
import { Picture } from '../../ui/image/picture.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import type { PaletteOption } from './option.ts'
import classes from './palette.module.css'

const plain = (text: string) =>
  [...text].map((letter) => letter.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase())

/** The content of a palette line: picture or icon, title, detail and status. */
export function OptionLine({ option, words }: { option: PaletteOption; words: readonly string[] }) {
  const { found } = option
  const similar = found?.similar ?? null
  const marked = similar === null ? words : [similar]
  const at = timeOf(found?.at)
  // Bills are due on days.
  const isOfDay = found?.area === 'bills'
  const details = [
    similar === null ? null : `similar to “${similar}”`,
    moneyText(found?.amount, found?.currency),
    option.detail ?? found?.detail ?? null,
    found?.matched ?? null,
    at === null ? null : isOfDay ? dateText(at, Date.now(), { day: true }) : shortText(at),
  ].filter((each) => each !== null)
  return (
    <>
      <span className={classes.icon}>
        {found?.area === 'users' || found?.image ? (
          <Picture
            shape={found.area === 'users' ? 'person' : 'thing'}
            src={found.image ?? null}
            name={option.label}
            size={24}
          />
        ) : (
          option.icon
        )}
      </span>
      <span className="grid grow">
        <span className="clip">
          <Marked text={option.label} words={marked} />
        </span>
        {details.length > 0 && (
          <span className="dim xs clip">
            {details.map((text, at) => (
              <span key={text}>
                {at > 0 && ' · '}
                <Marked text={text} words={marked} />
              </span>
            ))}
          </span>
        )}
      </span>
      {found && <Status found={found} />}
      {option.keys && (
        <span className={`flex gap-4 dim xs ${classes.keys}`}>
          {option.keys.split(' ').map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </>
  )
}

function Status({ found }: { found: NonNullable<PaletteOption['found']> }) {
  const status = !found.deletedAt ? found.status : 'deleted'
  return status === null ? null : <StatusBadge status={status} />
}

/** A text in which words that were searched for are marked, whatever their case and accents. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const letters = [...text]
  const folded = plain(text)
  const marks = new Array<boolean>(letters.length).fill(false)
  for (const word of words.map((each) => plain(each).join(''))) {
    for (let from = 0; word !== '' && from < folded.length; from += 1) {
      let end = from
      let held = ''
      while (end < folded.length && held.length < word.length) held += folded[end++] ?? ''
      if (held === word) marks.fill(true, from, end)
    }
  }
  const runs: { text: string; marked: boolean; at: number }[] = []
  for (const [at, letter] of letters.entries()) {
    const last = runs.at(-1)
    if (last && last.marked === marks[at]) last.text += letter
    else runs.push({ text: letter, marked: marks[at] === true, at })
  }
  return (
    <bdi>
      {runs.map((run) =>
        run.marked ? (
          <mark key={run.at} className={classes.mark}>
            {run.text}
          </mark>
        ) : (
          run.text
        ),
      )}
    </bdi>
  )
}
