import { msg } from '@steward/i18n/reader'
import { commonFields, type Fields, optional, ranked } from '../areas/field.ts'

export const roleFields = {
  name: { label: 'Name', kind: 'line', editable: 'required', sortable: true, searchable: true },
  description: { label: 'Description', kind: 'note', ...optional },
  image: { label: 'Picture', kind: 'picture', ...optional, exported: false },
  status: { label: 'Status', kind: 'status' },
  permissions: { label: 'Permissions', kind: 'other', editable: true, exported: false },
  conditions: { label: 'Conditions', kind: 'other', editable: true, exported: false },
  fieldRules: { label: 'Fields', kind: 'other', editable: true, exported: false },
  userCount: { label: 'People', kind: 'count', ...ranked },
  requireSecondFactor: { label: 'Second factor', kind: 'flag', exported: false },
  maxSessions: { label: 'Concurrent sessions', kind: 'count', nullable: true, exported: false },
  idleMinutes: {
    label: msg('Signed out', 'whoever is idle'),
    kind: 'count',
    nullable: true,
    exported: false,
  },
  system: { label: 'System role', heading: 'Owner role', kind: 'flag' },
  ...commonFields,
} as const satisfies Fields
