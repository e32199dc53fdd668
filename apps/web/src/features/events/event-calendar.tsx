import { ActionIcon, Button, Group, Text, UnstyledButton } from '@mantine/core'
import { count, t } from '@steward/i18n/reader'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Text.css'
import { areas } from '@steward/contract/areas/areas'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { timeOf } from '../../api/answers/read.ts'
import type { Event } from '../../api/answers/records.ts'
import type { Row } from '../../api/listing.ts'
import { capitalized } from '../../api/said.ts'
import { useMayMake } from '../../shared/records/new-record.tsx'
import { useEdit } from '../../ui/form/use-editing.ts'
import { useNow } from '../../ui/format/time.tsx'
import { absoluteText, dateFormat } from '../../ui/format/time-text.ts'
import { ownZone, timeText } from '../../ui/format/zoned-time.ts'
import type { ListViewProps } from '../../ui/list/screen/list-screen.tsx'
import { FailedList } from '../../ui/list/screen/list-states.tsx'
import classes from './event-calendar.module.css'
import { besideTime } from './event-times.ts'
import { events, monthEventsOptions } from './events.ts'
import { dayOf, monthOf, utcOf } from './month.ts'

/** The events as a month, in the reader's time zone, under the search and filters of the list. */
/** With the day as its cell has it, whatever the reader's short dates are like. */
const wholeDay = (day: string): string =>
  dateFormat({ dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

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
    return at === null ? '' : dayOf(at)
  })
  const undated = byDay.get('')?.length ?? 0
  // Months have a small letter in Spanish and French.
  const title = capitalized(
    dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      utcOf(`${month.name}-01`),
    ),
  )
  return (
    <section className={classes.calendar} aria-label={title} aria-busy={isPending}>
      <Group component="header" gap={8}>
        <ActionIcon
          variant="default"
          aria-label={t('Previous month')}
          onClick={() => go(month.previous)}
        >
          <IconChevronLeft size="1.125rem" aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t('Next month')} onClick={() => go(month.next)}>
          <IconChevronRight size="1.125rem" aria-hidden />
        </ActionIcon>
        <Button size="xs" onClick={() => go(undefined)}>
          {t('This month')}
        </Button>
        <h2 aria-live="polite">{title}</h2>
        <Text size="sm" c="dimmed" ms="auto">
          {t('Times in {zone}', { zone: ownZone() })}
        </Text>
      </Group>
      {data && data.left > 0 && (
        <Text size="sm" c="dimmed">
          {t(
            '{count, plural, one {# event in this month isn’t shown. Narrow the filters to see it.} other {# events in this month aren’t shown. Narrow the filters to see them.}}',
            { count: data.left },
          )}
        </Text>
      )}
      {undated > 0 && (
        <Text size="sm" c="dimmed">
          {t(
            '{count, plural, one {# event has no start time and only appears in the list.} other {# events have no start time and only appear in the list.}}',
            { count: undated },
          )}
        </Text>
      )}
      {error ? (
        <FailedList
          many={t(areas.events.many)}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <table className={classes.month}>
          <thead>
            <tr>
              {month.weeks[0]?.map((day) => (
                <th key={day} scope="col" className="dim xs semibold">
                  {dateFormat({ weekday: 'short', timeZone: 'UTC' }).format(utcOf(day))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {month.weeks.map((week) => (
              <tr key={week[0]}>
                {week.map((name) => {
                  const day = count(Number(name.slice(8)))
                  return (
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the day's own button is for the keyboard
                    <td
                      key={name}
                      onClick={(event) => {
                        if (mayMake && event.target === event.currentTarget) edit(`new@${name}`)
                      }}
                      data-other={!name.startsWith(month.name) || undefined}
                      data-today={name === dayOf(now) || undefined}
                    >
                      {mayMake ? (
                        <UnstyledButton
                          className={classes.day}
                          aria-label={t('New event on {day}', { day: wholeDay(name) })}
                          onClick={() => edit(`new@${name}`)}
                        >
                          <time dateTime={name}>{day}</time>
                        </UnstyledButton>
                      ) : (
                        <time dateTime={name}>{day}</time>
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
  const title = events.name(record)
  const words = t('{title}, {time}', { title, time: absoluteText(at) })
  return (
    <UnstyledButton
      className={classes.chip}
      data-row={id}
      data-status={record.status ?? undefined}
      title={[words, besideTime(record)(at)].filter(Boolean).join('\n')}
      onClick={() => props.onOpen(id)}
    >
      <span className="semibold rigid">{timeText(at)}</span>{' '}
      <bdi dir="auto" className="clip shrinks">
        {title}
      </bdi>
    </UnstyledButton>
  )
}
