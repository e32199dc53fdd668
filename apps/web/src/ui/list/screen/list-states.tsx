import { Button } from '@mantine/core'
import { IconAlertTriangle, IconInbox, IconWifiOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isLackOfCall, isLeftToGuard, toFailure } from '../../../api/failure.ts'
import { FailureLines } from '../../feedback/failure-lines.tsx'
import classes from './list.module.css'

export function State(props: {
  icon: ReactNode
  title: string
  role?: 'alert'
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className={classes.state} role={props.role}>
      {props.icon}
      <h2>{props.title}</h2>
      {props.children && <div className={classes.stateText}>{props.children}</div>}
      {props.actions && <div className={classes.stateActions}>{props.actions}</div>}
    </div>
  )
}

/** The load failed: the server’s words, one line each (specification section 8), Retry, and `onClear` where filters are set. */
export function FailedList(props: {
  many: string
  error: Error
  busy: boolean
  onRetry: () => void
  onClear?: (() => void) | undefined
}) {
  const failure = toFailure(props.error)
  if (isLeftToGuard(failure)) return null
  if (isLackOfCall(failure))
    return (
      <State icon={<IconInbox aria-hidden />} title={`This server has no list of ${props.many}`} />
    )
  return (
    <State
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={`The ${props.many} could not be loaded`}
      actions={
        <>
          <Button onClick={props.onRetry} loading={props.busy}>
            Retry
          </Button>
          {props.onClear && (
            <Button variant="default" onClick={props.onClear}>
              Clear search and filters
            </Button>
          )}
        </>
      }
    >
      <FailureLines error={failure} />
    </State>
  )
}

export const OfflineList = ({ many }: { many: string }) => (
  <State icon={<IconWifiOff aria-hidden />} title="Not loaded yet">
    <p>The {many} load automatically once you are back online.</p>
  </State>
)
