import { msg } from '@steward/i18n/reader'
import { commonFields, type Fields, optional, ranked, statusField } from '../areas/field.ts'

export const userFields = {
  name: { label: 'Name', kind: 'line', editable: 'required', sortable: true, searchable: true },
  email: {
    label: 'E-mail',
    kind: 'email',
    nullable: true,
    editable: 'required',
    ...ranked,
    searchable: true,
    importable: true,
  },
  emailConfirmed: {
    label: msg('Address', 'whether an e-mail address is confirmed'),
    kind: 'flag',
    exported: false,
  },
  service: { label: msg('Service account'), kind: 'flag', exported: false },
  phone: { label: 'Phone', kind: 'line', ...optional, filterable: 'unindexed', searchable: true },
  type: {
    label: 'Type',
    kind: 'choice',
    choices: ['admin', 'business', 'member'],
    editable: 'required',
    filterable: true,
    importable: { default: 'member' },
  },
  role: {
    label: 'Role',
    kind: 'reference',
    of: 'roles',
    ...optional,
    filterable: true,
    importable: false,
  },
  status: { ...statusField, importable: { default: 'active' } },
  shoppingFeedStatus: {
    label: 'Shopping feed',
    kind: 'choice',
    choices: ['active', 'inactive'],
    editable: true,
    filterable: true,
    importable: { default: 'active' },
  },
  businessName: { label: 'Business', kind: 'line', ...optional, searchable: true },
  location: { label: 'Location', kind: 'line', ...optional, filterable: 'unindexed' },
  about: { label: msg('About', 'a person'), kind: 'note', ...optional },
  image: { label: 'Picture', heading: 'Image', kind: 'picture', ...optional },
  lastActiveAt: { label: 'Last active', kind: 'time', nullable: true, ...ranked, importable: true },
  ...commonFields,
} as const satisfies Fields
