import { commonFields, type Fields } from '../areas/field.ts'

export const roleFields = {
  name: { label: 'Name', kind: 'line', editable: 'required', sortable: true, searchable: true },
  description: { label: 'Description', kind: 'note', nullable: true, editable: true },
  image: { label: 'Picture', kind: 'picture', nullable: true, editable: true, exported: false },
  status: { label: 'Status', kind: 'status' },
  permissions: { label: 'Permissions', kind: 'other', editable: true, exported: false },
  userCount: { label: 'People', kind: 'count', sortable: true, filterable: true },
  requireSecondFactor: { label: 'Second factor', kind: 'flag', exported: false },
  maxSessions: { label: 'Concurrent sessions', kind: 'count', nullable: true, exported: false },
  idleMinutes: { label: 'Signed out', kind: 'count', nullable: true, exported: false },
  system: { label: 'System role', heading: 'Owner role', kind: 'flag' },
  ...commonFields,
} as const satisfies Fields
