import { lazy, Suspense, useMemo } from 'react'
import { type Failure, isLeftToGuard } from '../../api/failure.ts'
import { loadCode } from '../load/load-code.ts'
import { type Lacking, lackingIn } from '../permissions/lacking.ts'
import classes from './failure-box.module.css'

// Seldom needed, and by the sign-in page as well; without it the message alone says how long to wait.
const Countdown = lazy(async () => {
  const code = await loadCode(() => import('./countdown.tsx')).catch(() => null)
  return { default: code?.Countdown ?? ((_: { until: number }) => null) }
})

// Of no use where nobody is signed in.
const AskForThis = lazy(async () => {
  const code = await loadCode(() => import('./ask-for-this.tsx')).catch(() => null)
  return { default: code?.AskForThis ?? ((_: { lacking: Lacking }) => null) }
})

/** A form's failure; mounted also while empty, as a live region. `lines` replace its entries. */
export function FailureBox(props: { failure: Failure | null; lines?: readonly string[] }) {
  const { failure } = props
  const lacking = lackingIn(failure)
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
          {until !== null && (
            <Suspense>
              <Countdown until={until} />
            </Suspense>
          )}
          {lacking && (
            <Suspense>
              <AskForThis lacking={lacking} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  )
}
