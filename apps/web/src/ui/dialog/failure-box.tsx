import { useMemo } from 'react'
import { type Failure, isLeftToGuard } from '../../api/failure.ts'
import { Countdown } from './countdown.tsx'
import classes from './failure-box.module.css'

/** A form's failure; mounted also while empty, as a live region. `lines` replace its entries. */
export function FailureBox(props: { failure: Failure | null; lines?: readonly string[] }) {
  const { failure } = props
  const until = useMemo(
    () => (failure?.retryAfter ? Date.now() + failure.retryAfter * 1000 : null),
    [failure],
  )
  const lines =
    failure && !isLeftToGuard(failure)
      ? (props.lines ?? failure.entries.map((entry) => entry.msg))
      : []
  return (
    <div role="alert" className="hide-empty">
      {(lines.length > 0 || until !== null) && (
        <div className={classes.failure}>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two entries may say the same
            <p key={index}>
              <bdi>{line}</bdi>
            </p>
          ))}
          {until !== null && <Countdown until={until} />}
        </div>
      )}
    </div>
  )
}
