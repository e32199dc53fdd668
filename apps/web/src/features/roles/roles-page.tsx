import { Button } from '@mantine/core'
import { msg, t } from '@steward/i18n/reader'
import { IconArrowsLeftRight, IconListCheck, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Role } from '../../api/answers/records.ts'
import { mayReview } from '../../shared/permissions/may-review.ts'
import { ListPage } from '../../shared/records/list-page.tsx'
import { useDefaultSearches } from '../../shared/saved-views/default-views.store.ts'
import { useCreateKey } from '../../ui/keys/create-key.ts'
import { LinkTab, LinkTabs } from '../../ui/links/link-tabs.tsx'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import { Permitted, useCan } from '../../ui/permissions/permitted.tsx'
import { RoleButtons } from './role-actions.tsx'
import { roleDefinitions } from './role-definition.tsx'
import { type RoleList, roleOptions } from './roles.queries.ts'
import { may, roleDeletion } from './roles.writes.ts'

const EachRecord = drawerPart(
  async () => (await import('../../shared/records/each-record.tsx')).EachRecord<Role>,
)
const RoleRecord = drawerPart(async () => (await import('./role-record.tsx')).RoleRecord)

const tabs = [
  { to: '/roles', label: msg('All', 'roles') },
  { to: '/roles/inactive', label: msg('Inactive', 'roles') },
  { to: '/roles/deleted', label: msg('Deleted', 'roles') },
] as const

export function RolesPage({ list }: { list: RoleList }) {
  const defaultOf = useDefaultSearches()
  const createKey = useCreateKey()
  const can = useCan()
  return (
    <ListPage
      key={list}
      definition={roleDefinitions[list]}
      tabs={
        <LinkTabs label={t('Roles')}>
          {tabs.map(({ to, label }) => (
            <LinkTab key={to} to={to} search={{} as never} {...defaultOf(to)}>
              {t(label)}
            </LinkTab>
          ))}
        </LinkTabs>
      }
      actions={
        list === 'roles' && (
          <>
            {mayReview(can) && (
              <Button
                leftSection={<IconListCheck size="1rem" aria-hidden />}
                renderRoot={(props) => <Link to="/roles/access-review" search={{}} {...props} />}
              >
                {t('Access review')}
              </Button>
            )}
            <Permitted needs={may('create')}>
              <Button
                variant="filled"
                {...createKey}
                leftSection={<IconPlus size="1rem" aria-hidden />}
                renderRoot={(props) => <Link to="/roles/new" {...props} />}
              >
                {t('New role')}
              </Button>
            </Permitted>
          </>
        )
      }
      one={(id, asOf) => roleOptions(id, asOf ?? undefined)}
      bulkByRow
      bulk={(chosen) => (
        <>
          <CompareButton ids={[...chosen.rows.keys()]} />
          {list === 'deletedRoles' && <EachRecord of={roleDeletion} chosen={chosen} />}
        </>
      )}
      drawer={({ record }, close) => (
        <RoleRecord role={record} actions={<RoleButtons record={record} onDone={close} />} />
      )}
    />
  )
}

function CompareButton({ ids }: { ids: string[] }) {
  const navigate = useNavigate()
  const [a, b] = ids
  if (ids.length !== 2) return null
  return (
    <Button
      size="compact-sm"
      leftSection={<IconArrowsLeftRight size="0.875rem" aria-hidden />}
      onClick={() => void navigate({ to: '/roles/compare', search: { a, b } })}
    >
      {t('Compare')}
    </Button>
  )
}

export const ActiveRolesPage = () => <RolesPage list="roles" />
export const InactiveRolesPage = () => <RolesPage list="inactiveRoles" />
export const DeletedRolesPage = () => <RolesPage list="deletedRoles" />
