import { Button } from '@mantine/core'
import { IconArrowBarToLeft, IconFilterOff, IconInbox } from '@tabler/icons-react'
import { count, counted } from '../../format/locale.ts'
import { State } from './list-states.tsx'

/** There is nothing at all. */
export function EmptyList(props: {
  many: string
  title: string | undefined
  hint: string | undefined
}) {
  return (
    <State icon={<IconInbox aria-hidden />} title={props.title ?? `No ${props.many} yet`}>
      <p>{props.hint ?? `New ${props.many} will appear here.`}</p>
    </State>
  )
}

/** There are records, but nobody can tell whether they are this person's. */
export function UntoldList({ many }: { many: string }) {
  return (
    <State icon={<IconInbox aria-hidden />} title={`Can’t tell whose ${many} these are`}>
      <p>This server doesn’t say whose they are, so none are shown.</p>
    </State>
  )
}

/** There is something, but not under this search and these filters. */
export function NothingFound(props: {
  many: string
  search: string
  /** Filters are set beside the search. */
  filtered: boolean
  /** These are the filters that the list begins with. */
  first: boolean
  /** What to say in place of that: these filters ask for a queue, which is done. */
  done: { title: string; hint: string } | undefined
  onClear: () => void
}) {
  const search = props.search.trim()
  return (
    <State
      icon={props.done ? <IconInbox aria-hidden /> : <IconFilterOff aria-hidden />}
      title={props.done?.title ?? `No ${props.many} found`}
      actions={
        <Button variant="default" onClick={props.onClear}>
          {props.first ? `Show all ${props.many}` : 'Clear search and filters'}
        </Button>
      }
    >
      {search === '' ? (
        <p>{props.done?.hint ?? `No ${props.many} match these filters.`}</p>
      ) : (
        <p>
          No {props.many} match “<bdi>{search}</bdi>”{props.filtered && ' with these filters'}.
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
