import type { HeldPermission, RolePermission } from '@steward/contract/access-review/access-review'
import { actionWords } from '@steward/contract/permissions/permission-words'
import { allPermissions } from '@steward/contract/permissions/permissions'
import { msg, t } from '@steward/i18n/reader'
import { useQuery } from '@tanstack/react-query'
import { wholeListOptions } from '../../api/listing-options.ts'
import { lists } from '../../shared/lists/lists.ts'
import { useStaff } from '../../shared/people/use-people.ts'
import {
  actionText,
  permissionText,
  submoduleText,
} from '../../shared/permissions/permission-text.ts'
import { besideEachOther } from '../../ui/format/phrases.ts'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import type {
  Choice,
  Column,
  Filter,
  ListDefinition,
  UseSearch,
} from '../../ui/list/definition/list-definition.ts'
import { actionsColumn, flagChoices } from '../../ui/list/table/columns.tsx'
import { countColumn } from '../../ui/list/table/field-columns.tsx'
import { PictureCell } from '../../ui/record/picture-cell.tsx'
import { statusWord } from '../../ui/record/status-badge.tsx'
import { TakeAwayMenu } from './take-away-menu.tsx'
import { conditionText, type Source, sourceChoices, sourceText, unusedChoices } from './words.ts'

type Either = Pick<HeldPermission, 'permission' | 'lastUsed' | 'uses'>

const permissionColumn = <T extends Either>(): Column<T> => ({
  key: 'permission',
  label: msg('Permission'),
  width: 240,
  least: 130,
  grow: true,
  sort: 'permission',
  sortName: msg('permission'),
  sortEnds: [msg('First of the list'), msg('Last of the list')],
  cell: ({ permission: { module, submodule, action } }) => (
    <span className="stack grow">
      <Text value={actionText(action)} clip />
      <span className="dim xs">
        <Text value={submoduleText(module, submodule)} clip />
      </span>
    </span>
  ),
  text: ({ permission }) => permissionText(permission),
})

const usesColumns = <T extends Either>(): Column<T>[] => [
  {
    key: 'lastUsed',
    label: msg('Last used'),
    width: 124,
    sort: 'lastUsed',
    sortName: msg('last use'),
    sortEnds: [msg('Oldest first'), msg('Newest first')],
    named: true,
    cell: ({ lastUsed }) =>
      lastUsed ? <Time at={lastUsed} kind="past" day /> : <span className="dim">{t('Never')}</span>,
    text: ({ lastUsed }) => lastUsed ?? t('Never'),
  },
  countColumn<T>('uses', msg('Uses in 90 days'), ({ uses }) => uses, { width: 90, priority: 4 }),
]

const wordChoices = (part: 'module' | 'submodule' | 'action', label: (word: string) => string) =>
  [...new Set(allPermissions.map((each) => each[part] as string))].map((value) => ({
    value,
    label: label(value),
  }))

/** The roles to filter by, by name; null while they are loaded. */
function useRoles(): Choice[] | null {
  const { data, isPending } = useQuery({
    ...wholeListOptions('roles.list', { sort: 'name' }),
    staleTime: 60_000,
  })
  if (isPending) return null
  return (data?.rows ?? []).map(({ id, record }) => ({
    value: id,
    label: record.name ?? t('Unnamed role'),
  }))
}

const useFoundRoles: UseSearch = (typed) => {
  const roles = useRoles()
  const word = (typed ?? '').trim().toLowerCase()
  const found = roles?.filter(({ label }) => label.toLowerCase().includes(word)) ?? []
  return { choices: found.slice(0, 20), pending: roles === null }
}

const throughText = (sources: readonly Source[]): string => sources.map(sourceText).join('; ')

/** A text with the rows that a permission is for below it. */
function WithCondition(props: {
  permission: HeldPermission['permission']
  sources: Parameters<typeof conditionText>[1]
  text: string
}) {
  const condition = conditionText(props.permission, props.sources)
  return (
    <span className="stack grow">
      <Text value={props.text} clip={condition === '' ? 'two' : true} />
      {condition && (
        <span className="dim xs">
          <Text value={condition} clip />
        </span>
      )}
    </span>
  )
}

const ofPermission = <T extends Either>(): Filter<T>[] => [
  { key: 'unused', label: msg('Not used for'), choices: unusedChoices },
  { key: 'role', label: msg('Role'), useSearch: useFoundRoles, useChoices: useRoles },
  {
    key: 'condition',
    label: msg('Condition'),
    choices: flagChoices(msg('With a condition'), msg('Without a condition')),
  },
  { key: 'module', label: msg('Module'), choices: wordChoices('module', (word) => word) },
  { key: 'submodule', label: msg('Submodule'), choices: wordChoices('submodule', (word) => word) },
  { key: 'action', label: msg('Action'), choices: wordChoices('action', actionWords) },
]

const secondLine = ({ person: { service, status } }: HeldPermission): string | undefined =>
  [service && t('Service account'), status !== 'active' && statusWord(status)]
    .filter(Boolean)
    .join(' · ') || undefined

export const heldDefinition: ListDefinition<HeldPermission> = {
  list: lists.accessReview,
  searchHint: msg('Search names of people'),
  searched: ({ person }) => [person.name],
  columns: [
    {
      key: 'person',
      label: msg('Person'),
      width: 190,
      least: 120,
      most: 240,
      extraWidth: 38,
      sort: 'person',
      sortName: msg('name'),
      card: 'title',
      cell: (row) => {
        const second = secondLine(row)
        return (
          <PictureCell
            shape="person"
            name={row.person.name}
            image={row.person.image}
            {...(second !== undefined && { second })}
          />
        )
      },
      text: ({ person }) => person.name,
    },
    permissionColumn(),
    {
      key: 'through',
      label: msg('Held through'),
      width: 200,
      least: 88,
      most: 280,
      priority: 3,
      cell: ({ permission, sources }) => (
        <WithCondition permission={permission} sources={sources} text={throughText(sources)} />
      ),
      text: ({ permission, sources }) =>
        besideEachOther([throughText(sources), conditionText(permission, sources)]),
    },
    ...usesColumns<HeldPermission>(),
    actionsColumn((row) => <TakeAwayMenu of={row} />),
  ],
  filters: [
    ...ofPermission<HeldPermission>(),
    {
      key: 'person',
      label: msg('Person'),
      useSearch: useStaff,
      nameIn: ({ person }) => person.name,
    },
    { key: 'source', label: msg('Held through'), choices: sourceChoices },
    {
      key: 'service',
      label: msg('Service account'),
      choices: flagChoices(msg('Service accounts'), msg('People')),
    },
  ],
  title: ({ person, permission }) => `${person.name}: ${permissionText(permission)}`,
  emptyHint: msg('What staff may do will appear here.'),
}

export const rolePermissionDefinition: ListDefinition<RolePermission> = {
  list: lists.accessReviewRoles,
  searchHint: msg('Search names of roles'),
  searched: ({ role }) => [role.name],
  columns: [
    {
      key: 'role',
      label: msg('Role'),
      width: 190,
      least: 88,
      most: 280,
      sort: 'role',
      sortName: msg('name'),
      card: 'title',
      cell: (row) => (
        <WithCondition permission={row.permission} sources={[row]} text={row.role.name} />
      ),
      text: (row) => besideEachOther([row.role.name, conditionText(row.permission, [row])]),
    },
    permissionColumn(),
    countColumn<RolePermission>('people', msg('People'), ({ people }) => people, {
      width: 90,
      sort: 'people',
    }),
    ...usesColumns<RolePermission>(),
    actionsColumn((row) => <TakeAwayMenu of={row} />),
  ],
  filters: ofPermission<RolePermission>(),
  title: ({ role, permission }) => `${role.name}: ${permissionText(permission)}`,
  emptyHint: msg('What roles permit their people will appear here.'),
}
