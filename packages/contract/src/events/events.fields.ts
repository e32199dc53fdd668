import {
  commonFields,
  counted,
  type Fields,
  optional,
  ranked,
  statusField,
  tally,
} from '../areas/field.ts'

export const eventFields = {
  title: { label: 'Title', kind: 'line', editable: 'required', sortable: true, searchable: true },
  description: { label: 'Description', kind: 'note', ...optional, searchable: true },
  timeZone: { label: 'Time zone', kind: 'other', ...optional },
  startsAt: { label: 'Starts', kind: 'time', editable: 'required', ...ranked },
  endsAt: { label: 'Ends', kind: 'time', ...optional, filterable: 'unindexed' },
  location: {
    label: 'Location',
    kind: 'line',
    ...optional,
    filterable: 'unindexed',
    searchable: true,
  },
  online: {
    label: 'Online',
    kind: 'flag',
    editable: true,
    ...counted,
    importable: { default: false },
  },
  host: { label: 'Host', kind: 'namedPerson', ...optional, filterable: true },
  capacity: { label: 'Capacity', kind: 'count', ...optional, filterable: 'unindexed' },
  attendeeCount: { label: 'Attendees', ...tally },
  // It follows from the times, so that no counter has it.
  status: { ...statusField, filterable: true },
  image: { label: 'Picture', heading: 'Image', kind: 'picture', ...optional },
  ...commonFields,
} as const satisfies Fields
