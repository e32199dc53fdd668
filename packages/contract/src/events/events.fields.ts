import { commonFields, type Fields } from '../areas/field.ts'

export const eventFields = {
  title: { label: 'Title', kind: 'line', editable: 'required', sortable: true, searchable: true },
  description: {
    label: 'Description',
    kind: 'note',
    nullable: true,
    editable: true,
    searchable: true,
  },
  timeZone: { label: 'Time zone', kind: 'other', nullable: true, editable: true },
  startsAt: {
    label: 'Starts',
    kind: 'time',
    editable: 'required',
    sortable: true,
    filterable: true,
  },
  endsAt: { label: 'Ends', kind: 'time', nullable: true, editable: true, filterable: 'unindexed' },
  location: {
    label: 'Location',
    kind: 'line',
    nullable: true,
    editable: true,
    filterable: 'unindexed',
    searchable: true,
  },
  online: {
    label: 'Online',
    kind: 'flag',
    editable: true,
    filterable: true,
    importable: { default: false },
  },
  host: { label: 'Host', kind: 'namedPerson', nullable: true, editable: true, filterable: true },
  capacity: {
    label: 'Capacity',
    kind: 'count',
    nullable: true,
    editable: true,
    filterable: 'unindexed',
  },
  attendeeCount: {
    label: 'Attendees',
    kind: 'count',
    sortable: true,
    filterable: true,
    importable: { default: 0 },
  },
  status: { label: 'Status', kind: 'status', editable: true, filterable: true },
  image: { label: 'Picture', heading: 'Image', kind: 'picture', nullable: true, editable: true },
  ...commonFields,
} as const satisfies Fields
