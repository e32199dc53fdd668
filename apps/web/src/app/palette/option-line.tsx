import { textOf, timeOf } from '../../api/read.ts'
import { moneyText } from '../../ui/format/money-text.ts'
import { dateText, shortText } from '../../ui/format/time-text.ts'
import { Picture } from '../../ui/image/picture.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { Marked } from './marked.tsx'
import type { PaletteOption } from './option.ts'
import classes from './palette.module.css'

/** What stands in a line of the palette: picture or icon, title, detail, status. */
export function OptionLine({ option, words }: { option: PaletteOption; words: readonly string[] }) {
  const { found } = option
  const similar = textOf(found?.similar)
  const marked = similar === null ? words : [similar]
  const at = timeOf(found?.at)
  // Bills are due on days.
  const isOfDay = found?.area === 'bills'
  const details = [
    similar === null ? null : `similar to “${similar}”`,
    moneyText(found?.amount, found?.currency),
    option.detail ?? textOf(found?.detail),
    textOf(found?.matched),
    at === null ? null : isOfDay ? dateText(at, Date.now(), { day: true }) : shortText(at),
  ].filter((each) => each !== null)
  return (
    <>
      <span className={classes.icon}>
        {found?.area === 'users' || textOf(found?.image) !== null ? (
          <Picture
            shape={found?.area === 'users' ? 'person' : 'thing'}
            src={textOf(found?.image)}
            name={option.label}
            size={24}
          />
        ) : (
          option.icon
        )}
      </span>
      <span className={classes.texts}>
        <span className={classes.label}>
          <Marked text={option.label} words={marked} />
        </span>
        {details.length > 0 && (
          <span className={classes.detail}>
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
        <span className={classes.keys}>
          {option.keys.split(' ').map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </>
  )
}

function Status({ found }: { found: NonNullable<PaletteOption['found']> }) {
  const status = textOf(found.deletedAt) === null ? textOf(found.status) : 'deleted'
  return status === null ? null : <StatusBadge status={status} />
}
