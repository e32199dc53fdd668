import type { Event } from '@steward/contract/events/events'
import { permission } from '@steward/contract/permissions/permissions'
import { IconCalendarCheck, IconCalendarX, IconPencil } from '@tabler/icons-react'
import { call } from '../../api/client.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { type DeepPartial, isDeleted, textOf } from '../../api/read.ts'
import { useDeletion } from '../../shared/records/deletion-actions.tsx'
import { useChange } from '../../shared/records/use-change.ts'
import { useEdit } from '../../ui/form/use-editing.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { ActionButtons, ActionsMenu, permitted } from '../../ui/record/record-actions.tsx'
import { eventDeletion } from './event-deletion.ts'
import { reloadMonths, showInMonths } from './events.queries.ts'

/** Whether the person may change an event as it stands, and the server can. */
export function useMayChange(): (event: DeepPartial<Event>) => boolean {
  const has = useHasCall('events.update')
  const may = useCan()(permission('Community', 'Events', 'update'))
  return (event) => has && may && !isDeleted(event)
}

function useEventActions(event: DeepPartial<Event>, close?: () => void) {
  const may = useMayChange()(event)
  const edit = useEdit()
  const change = useChange<Event>({
    area: 'events',
    named: 'event',
    also: showInMonths,
    changed: reloadMonths,
  })
  const deletion = useDeletion(eventDeletion, event, { close })
  const id = textOf(event._id)
  if (id === null) return []
  const name = eventDeletion.name(event)
  const cancelled = event.status === 'cancelled'
  const become = (status: Event['status'], words: string) =>
    change(event, name, {
      // Which state an event has that is not cancelled only its times tell.
      shown: cancelled ? {} : { status },
      send: (id, version) =>
        call('events.update', { params: { id }, body: { status, ...version } }),
      words,
    })
  return permitted([
    may && { label: 'Edit', icon: IconPencil, key: 'e', act: () => edit(id) },
    may &&
      (cancelled
        ? {
            label: 'Reinstate event',
            icon: IconCalendarCheck,
            key: 's',
            act: () => become('scheduled', 'Event reinstated'),
          }
        : {
            label: 'Cancel event',
            icon: IconCalendarX,
            key: 's',
            act: () => become('cancelled', 'Event cancelled'),
          }),
    ...deletion,
  ])
}

/** The menu of an event's row. */
export function EventMenu({ event }: { event: DeepPartial<Event> }) {
  return <ActionsMenu name={eventDeletion.name(event)} actions={useEventActions(event)} />
}

/** The same in the drawer, which a deletion closes. */
export function EventButtons(props: { event: DeepPartial<Event>; onDone: () => void }) {
  return <ActionButtons actions={useEventActions(props.event, props.onDone)} />
}
