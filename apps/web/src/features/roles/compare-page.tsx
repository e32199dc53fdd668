import { Checkbox, Group, NativeSelect, Table, Text } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Table.css'
import '@mantine/core/styles/Text.css'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { type Limits, LimitsList } from '../../shared/permissions/limits-list.tsx'
import { actionText } from '../../shared/permissions/permission-text.ts'
import { RecordFailed } from '../../shared/permissions/record-failed.tsx'
import { BackLink, RecordPage } from '../../ui/page/record-page.tsx'
import { type Comparison, compareRoles } from './compare.ts'
import { rightsOfRole } from './role-rights.ts'
import classes from './roles.module.css'
import { roleChoices, roleOptions, tellsPermissions } from './roles.queries.ts'
import { may } from './roles.writes.ts'

export function ComparePage() {
  const search = useSearch({ from: '/guarded/roles/compare' })
  const navigate = useNavigate({ from: '/roles/compare' })
  const choices = useQuery(roleChoices)
  const ids = choices.data?.rows.map((row) => row.id) ?? []
  const a = search.a ?? ids[0] ?? ''
  const b = search.b ?? ids.find((id) => id !== a) ?? ''
  const roleA = useQuery({ ...roleOptions(a), enabled: a !== '' })
  const roleB = useQuery({ ...roleOptions(b), enabled: b !== '' })
  const [all, setAll] = useState(false)
  const compared = useMemo(
    () =>
      roleA.data && roleB.data
        ? compareRoles(rightsOfRole(roleA.data), rightsOfRole(roleB.data))
        : null,
    [roleA.data, roleB.data],
  )
  const failed = [choices, roleA, roleB].find((query) => query.isError)
  if (failed) return <RecordFailed query={failed} what="role" needs={may('list')} />
  const sides = [
    { part: 'a', id: a, label: t('First role'), role: roleA.data },
    { part: 'b', id: b, label: t('Second role'), role: roleB.data },
  ] as const
  const nameA = roleA.data?.name ?? t('First role')
  const nameB = roleB.data?.name ?? t('Second role')
  const silent = sides.find(({ role }) => role && !tellsPermissions(role))
  const options = (choices.data?.rows ?? []).map(({ id, record }) => ({
    value: id,
    label: record.name ?? t('Unnamed role'),
  }))
  const choose = (part: 'a' | 'b', id: string) =>
    void navigate({ search: { a, b, [part]: id }, replace: true })
  return (
    <RecordPage back={<BackLink to="/roles" label={t('Roles')} />} title={t('Compare roles')}>
      <Group maw="48rem">
        {sides.map(({ part, id, label, role }) => (
          <NativeSelect
            key={part}
            flex="1 1 16rem"
            label={label}
            value={id}
            data={
              id === '' || ids.includes(id)
                ? options
                : [{ value: id, label: role?.name ?? id }, ...options]
            }
            onChange={(event) => choose(part, event.currentTarget.value)}
          />
        ))}
      </Group>
      {silent ? (
        <p role="status">
          {t('This server doesn’t say which permissions {role} has.', {
            role: silent.role?.name ?? silent.label,
          })}
        </p>
      ) : compared && roleA.data && roleB.data ? (
        <>
          <Group justify="space-between">
            <p role="status">
              {compared.onlyA + compared.onlyB === 0
                ? t(
                    '{count, plural, one {Both have the same # permission.} other {Both have the same # permissions.}}',
                    { count: compared.both },
                  )
                : t(
                    '{onlyA, plural, one {# permission} other {# permissions}} only in {nameA}, {onlyB} only in {nameB}, {both} in both',
                    { ...compared, nameA, nameB },
                  )}
              {compared.limitedElse > 0 &&
                ` ${t(
                  '{count, plural, one {# area has different limits.} other {# areas have different limits.}}',
                  { count: compared.limitedElse },
                )}`}
            </p>
            <Checkbox
              label={t('Show shared permissions')}
              checked={all}
              onChange={(event) => setAll(event.currentTarget.checked)}
            />
          </Group>
          <ComparedRows
            compared={compared}
            limits={[rightsOfRole(roleA.data), rightsOfRole(roleB.data)]}
            nameA={nameA}
            nameB={nameB}
            all={all}
          />
        </>
      ) : (
        <p role="status">{t('Loading…')}</p>
      )}
    </RecordPage>
  )
}

/** What two roles permit, one row a submodule, with differences marked; `all` shows all rows. */
function ComparedRows(props: {
  compared: Comparison
  limits: readonly [Limits, Limits]
  nameA: string
  nameB: string
  all: boolean
}) {
  const { nameA, nameB, all } = props
  const [limitsA, limitsB] = props.limits
  const rows = props.compared.rows.filter(
    ({ onlyA, onlyB, isLimitedElse }) => all || isLimitedElse || onlyA.length + onlyB.length > 0,
  )
  if (rows.length === 0) return null
  return (
    <Table
      layout="fixed"
      withTableBorder
      className={`anywhere ${classes.compared}`}
      style={{ hyphens: 'auto' }}
    >
      <Table.Thead>
        <Table.Tr>
          {[t('Area'), nameA, nameB].map((heading, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two roles may have one name
            <Table.Th key={column} scope="col">
              <bdi>{heading}</bdi>
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ module, submodule, onlyA, onlyB, both, granted }) => (
          <Table.Tr key={`${module}\n${submodule}`}>
            <Table.Th scope="row" fw={500}>
              <bdi>{t(submodule)}</bdi>
              {module !== submodule && (
                <Text size="xs" c="dimmed">
                  {t(module)}
                </Text>
              )}
            </Table.Th>
            <Side only={onlyA} shared={all ? both : []}>
              <LimitsList of={{ module, submodule }} actions={granted.a} limits={limitsA} />
            </Side>
            <Side only={onlyB} shared={all ? both : []}>
              <LimitsList of={{ module, submodule }} actions={granted.b} limits={limitsB} />
            </Side>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Side(props: { only: string[]; shared: string[]; children: ReactNode }) {
  const { only, shared } = props
  return (
    <Table.Td>
      {only.length + shared.length === 0 ? (
        <Text span c="dimmed">
          —
        </Text>
      ) : (
        <Group component="ul" gap="4px 6px" data-tone="good">
          {[...only, ...shared].map((action) => (
            <li key={action} className={only.includes(action) ? classes.moved : classes.shared}>
              {actionText(action)}
            </li>
          ))}
        </Group>
      )}
      {props.children}
    </Table.Td>
  )
}
