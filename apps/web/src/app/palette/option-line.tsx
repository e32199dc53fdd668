import { t } from '@steward/i18n/reader'
import { timeOf } from '../../api/answers/read.ts'
import { partsOf } from '../../ui/format/marks.tsx'
import { moneyText } from '../../ui/format/money-text.ts'
import { dateText, shortText } from '../../ui/format/time-text.ts'
import { Picture } from '../../ui/image/picture.tsx'
import { plain } from '../../ui/list/definition/list-matching.ts'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import type { PaletteOption } from './option.ts'
import classes from './palette.module.css'

/** The content of a palette line: picture or icon, title, detail and status. */
export function OptionLine({ option, words }: { option: PaletteOption; words: readonly string[] }) {
  const { found } = option
  const similar = found?.similar ?? null
  const marked = similar === null ? words : [similar]
  const status = found?.deletedAt ? 'deleted' : found?.status
  const at = timeOf(found?.at)
  // Bills are due on days.
  const isOfDay = found?.area === 'bills'
  const details = [
    // i18n: a record was found by a word that is similar to what was typed
    similar === null ? null : t('similar to “{word}”', { word: similar }),
    moneyText(found?.amount, found?.currency),
    option.detail ?? found?.detail ?? null,
    found?.matched ?? null,
    at === null ? null : isOfDay ? dateText(at, Date.now(), { day: true }) : shortText(at),
  ].filter((each) => each !== null)
  return (
    <>
      <span className="center rigid dim square">
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
      {status && <StatusBadge status={status} />}
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

/** A text in which words that were searched for are marked, whatever their case and accents. */
const Marked = ({ text, words }: { text: string; words: readonly string[] }) => (
  <bdi>
    {partsOf(text, words.map(plain), plain).map(([part, isFound], at) =>
      isFound ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
        <mark key={at} className={classes.mark}>
          {part}
        </mark>
      ) : (
        part
      ),
    )}
  </bdi>
)
