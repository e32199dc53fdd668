import type { Read } from '../api/answers/records.ts'
import type { ListDefinition } from '../ui/list/definition/list-definition.ts'
import type { ListSpec, ListState } from '../ui/list/definition/list-spec.ts'
import { flagChoices } from '../ui/list/table/columns.tsx'

/** A record to test lists with. */
export type Sample = Read<{
  _id: string
  name: string
  status: string
  online: boolean
  size: number
  createdAt: string
  owner: { _id: string; name: string } | null
}>

const column = (key: string) => ({ key, label: key, width: 100, cell: () => null, text: () => '' })

/** What its address may hold. */
export const sampleList = {
  name: 'samples',
  one: 'sample',
  many: 'samples',
  count: '{count, plural, one {# sample} other {# samples}}',
  title: 'Samples',
  call: 'tasks.list',
  statuses: ['on', 'off', 'new'],
  sorts: ['createdAt', 'name', 'size', 'status'],
  filters: {
    status: 'status',
    online: 'flag',
    from: 'from',
    to: 'to',
    owner: 'id',
    currency: 'currency',
    includeDeleted: 'switch',
  },
  span: 'createdAt',
  views: ['board'],
} as const satisfies ListSpec

/** A list with a filter of every kind. */
export const sampleDefinition: ListDefinition<Sample> = {
  list: sampleList,
  fields: {
    size: { label: 'Size', kind: 'money' },
    createdAt: { label: 'Created', kind: 'time' },
    owner: { label: 'Owner', kind: 'person' },
  },
  searchHint: '',
  searched: (sample) => [sample.name],
  columns: [column('name'), column('status'), column('size')],
  filters: [
    {
      key: 'status',
      label: 'Status',
      choices: ['on', 'off', 'new'].map((value) => ({ value, label: value })),
    },
    { key: 'online', label: 'Place', choices: flagChoices('Online', 'On site') },
    { key: 'createdAt', label: 'Created' },
    { key: 'owner', label: 'Owner', nameIn: () => null },
    { key: 'currency', label: 'Currency', choices: [] },
    { key: 'includeDeleted', label: 'Include deleted' },
  ],
  ranks: { status: ['off', 'on', 'new'] },
  title: (sample) => sample.name ?? '',
}

/** Where a list stands at first. */
export const sampleState: ListState = {
  page: 1,
  limit: 25,
  search: '',
  sort: '-createdAt',
  filters: {},
  columns: null,
  open: null,
}
