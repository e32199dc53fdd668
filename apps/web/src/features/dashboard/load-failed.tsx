import { isLeftToGuard, toFailure } from '../../api/failure.ts'
import { FailureLines } from '../../ui/feedback/failure-lines.tsx'
import { linkButton } from '../../ui/page/link-button.ts'
import classes from './load-failed.module.css'

/**
 * In place of what could not be loaded: what it is, why, and another try.
 * @param props.error null where the browser is offline and nothing was tried
 */
export function LoadFailed(props: { what: string; error: unknown; onRetry: () => unknown }) {
  const failure = props.error ? toFailure(props.error) : null
  if (failure && isLeftToGuard(failure)) return null
  return (
    <div className={classes.root} role="alert">
      <strong>{props.what} couldn’t be loaded</strong>
      {failure ? (
        <FailureLines error={failure} />
      ) : (
        <p>It loads automatically once you are back online.</p>
      )}
      <button type="button" className={linkButton} onClick={() => void props.onRetry()}>
        Retry
      </button>
    </div>
  )
}
