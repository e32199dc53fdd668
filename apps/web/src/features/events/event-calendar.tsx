import { ActionIcon, Button, Group, Text, UnstyledButton } from '@mantine/core'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Text.css'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { timeOf } from '../../api/answers/read.ts'
import type { Event } from '../../api/answers/records.ts'
import type { Row } from '../../api/listing.ts'
import { useMayMake } from '../../shared/records/new-record.tsx'
import { useEdit } from '../../ui/form/use-editing.ts'
import { counted, locale } from '../../ui/format/locale.ts'
import { useNow } from '../../ui/format/time.tsx'
import { absoluteText, dayText } from '../../ui/format/time-text.ts'
import type { ListViewProps } from '../../ui/list/screen/list-screen.tsx'
import { FailedList } from '../../ui/list/screen/list-states.tsx'
import classes from './event-calendar.module.css'
import { besideTime } from './event-times.ts'
import { events, monthEventsOptions } from './events.ts'
import { dayName, monthOf } from './month.ts'

const monthText = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short' })
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })

/** The events as a month, in the reader's time zone, under the search and filters of the list. */
export function EventCalendar(props: ListViewProps<Event>) {
  const search = useSearch({ from: '/guarded/events' })
  const navigate = useNavigate({ from: '/events' })
  const now = useNow()
  const edit = useEdit()
  const mayMake = useMayMake(events)
  const month = monthOf(search.month, now)
  const { data, error, isPending, isFetching, refetch } = useQuery(
    monthEventsOptions(props.query, month),
  )
  const go = (to: string | undefined) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, month: to }),
    })
  const rows = data?.rows ?? []
  const byDay = Map.groupBy(rows, ({ record }) => {
    const at = timeOf(record.startsAt)
    return at === null ? '' : dayName(new Date(at))
  })
  const undated = byDay.get('')?.length ?? 0
  const title = monthText.format(month.weeks[1]?.[0])
  return (
    <section className={classes.calendar} aria-label={title} aria-busy={isPending}>
      <Group component="header" gap={8}>
        <ActionIcon
          variant="default"
          aria-label="Previous month"
          onClick={() => go(month.previous)}
        >
          <IconChevronLeft size="1.125rem" aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Next month" onClick={() => go(month.next)}>
          <IconChevronRight size="1.125rem" aria-hidden />
        </ActionIcon>
        <Button size="xs" onClick={() => go(undefined)}>
          This month
        </Button>
        <h2 aria-live="polite">{title}</h2>
        <Text size="sm" c="dimmed" ms="auto">
          Times in {Intl.DateTimeFormat().resolvedOptions().timeZone}
        </Text>
      </Group>
      {data && data.left > 0 && (
        <Text size="sm" c="dimmed">
          {counted(data.left, 'event', 'events')} in this month aren’t shown. Narrow the filters to
          see them.
        </Text>
      )}
      {undated > 0 && (
        <Text size="sm" c="dimmed">
          {counted(undated, 'event has', 'events have')} no start time and only appear in the list.
        </Text>
      )}
      {error ? (
        <FailedList many="events" error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <table className={classes.month}>
          <thead>
            <tr>
              {month.weeks[0]?.map((day) => (
                <th key={day.getDay()} scope="col" className="dim xs semibold">
                  {weekday.format(day)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {month.weeks.map((week) => (
              <tr key={dayName(week[0] as Date)}>
                {week.map((day) => {
                  const name = dayName(day)
                  return (
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the day's own button is for the keyboard
                    <td
                      key={name}
                      onClick={(event) => {
                        if (mayMake && event.target === event.currentTarget) edit(`new@${name}`)
                      }}
                      data-other={!name.startsWith(month.name) || undefined}
                      data-today={name === dayName(new Date(now)) || undefined}
                    >
                      {mayMake ? (
                        <UnstyledButton
                          className={classes.day}
                          aria-label={`New event on ${dayText(day.getTime())}`}
                          onClick={() => edit(`new@${name}`)}
                        >
                          <time dateTime={name}>{day.getDate()}</time>
                        </UnstyledButton>
                      ) : (
                        <time dateTime={name}>{day.getDate()}</time>
                      )}
                      {(byDay.get(name) ?? []).map((row) => (
                        <EventChip key={row.id} row={row} onOpen={props.open} />
                      ))}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {props.drawer(rows, isPending)}
    </section>
  )
}

function EventChip(props: { row: Row<Event>; onOpen: (id: string) => void }) {
  const { record, id } = props.row
  const at = timeOf(record.startsAt) ?? 0
  const title = record.title ?? 'Untitled event'
  return (
    <UnstyledButton
      className={classes.chip}
      data-row={id}
      data-status={record.status ?? undefined}
      title={[`${title}, ${absoluteText(at)}`, besideTime(record)(at)].filter(Boolean).join('\n')}
      onClick={() => props.onOpen(id)}
    >
      <span className="semibold">{clock.format(at)}</span> <bdi dir="auto">{title}</bdi>
    </UnstyledButton>
  )
}
