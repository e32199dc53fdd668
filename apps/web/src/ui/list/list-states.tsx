import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBarToLeft,
  IconFilterOff,
  IconInbox,
  IconWifiOff,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isLackOfCall, isLeftToGuard, toFailure } from '../../api/failure.ts'
import { FailureLines } from '../feedback/failure-lines.tsx'
import { count, counted } from '../format/locale.ts'
import classes from './list.module.css'

function State(props: {
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

/** There is nothing at all. */
export function EmptyList(props: {
  many: string
  title: string | undefined
  hint: string | undefined
}) {
  return (
    <State icon={<IconInbox aria-hidden />} title={props.title ?? `No ${props.many} yet`}>
      <p>{props.hint ?? `As soon as there are ${props.many}, they appear here.`}</p>
    </State>
  )
}

/** There are records, but nobody can tell whether they are this person's. */
export function UntoldList({ many }: { many: string }) {
  return (
    <State icon={<IconInbox aria-hidden />} title={`It isn’t known whose ${many} these are`}>
      <p>This server doesn’t say whose each of them is, so none are shown here.</p>
    </State>
  )
}

/** There is something, but not under this search and these filters. */
export function NothingFound(props: { many: string; search: string; onClear: () => void }) {
  const search = props.search.trim()
  return (
    <State
      icon={<IconFilterOff aria-hidden />}
      title={`No ${props.many} found`}
      actions={
        <Button variant="default" onClick={props.onClear}>
          Clear search and filters
        </Button>
      }
    >
      {search === '' ? (
        <p>Nothing passes the filters that are set.</p>
      ) : (
        <p>
          Nothing matches “<bdi>{search}</bdi>” with the filters that are set.
        </p>
      )}
    </State>
  )
}

/** The URL asks for a page after the last one. */
export function PastTheEnd(props: {
  page: number
  last: number
  total: number
  one: string
  many: string
  onLast: () => void
}) {
  return (
    <State
      icon={<IconArrowBarToLeft aria-hidden />}
      title={`There is no page ${count(props.page)}`}
      actions={
        <Button variant="default" onClick={props.onLast}>
          Go to the last page
        </Button>
      }
    >
      <p>
        The list has {counted(props.total, props.one, props.many)} on{' '}
        {counted(props.last, 'page', 'pages')}.
      </p>
    </State>
  )
}

/** The load failed: the server's words, one line each (specification section 8), and Retry. */
export function FailedList(props: {
  many: string
  error: Error
  busy: boolean
  narrowed: boolean
  onRetry: () => void
  onClear: () => void
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
          {props.narrowed && (
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

/** Offline before anything was loaded. */
export function OfflineList(props: { many: string }) {
  return (
    <State icon={<IconWifiOff aria-hidden />} title="Not loaded yet">
      <p>The {props.many} load as soon as the connection is back.</p>
    </State>
  )
}
