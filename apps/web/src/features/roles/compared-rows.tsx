import { Group, Table, Text } from '@mantine/core'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Table.css'
import '@mantine/core/styles/Text.css'
import { actionWords } from '@steward/contract/permissions/permission-words'
import classes from './compare.module.css'
import type { Comparison } from './compare.ts'

/** What two roles permit, a row a submodule; differences are marked. @param props.all also what both permit */
export function ComparedRows(props: {
  compared: Comparison
  nameA: string
  nameB: string
  all: boolean
}) {
  const { nameA, nameB, all } = props
  const rows = props.compared.rows.filter(
    ({ onlyA, onlyB }) => all || onlyA.length + onlyB.length > 0,
  )
  if (rows.length === 0) return null
  return (
    <Table layout="fixed" withTableBorder className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          {['Area', nameA, nameB].map((heading, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two roles may have one name
            <Table.Th key={column} scope="col">
              <bdi>{heading}</bdi>
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ module, submodule, onlyA, onlyB, both }) => (
          <Table.Tr key={`${module}\n${submodule}`}>
            <Table.Th scope="row" fw={500}>
              <bdi>{submodule}</bdi>
              {module !== submodule && (
                <Text size="xs" c="dimmed">
                  {module}
                </Text>
              )}
            </Table.Th>
            <Side role={nameA} only={onlyA} shared={all ? both : []} />
            <Side role={nameB} only={onlyB} shared={all ? both : []} />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Side(props: { role: string; only: string[]; shared: string[] }) {
  const { only, shared } = props
  return (
    <Table.Td data-role={props.role}>
      {only.length + shared.length === 0 ? (
        <Text span c="dimmed">
          —
        </Text>
      ) : (
        <Group component="ul" gap="4px 6px" className={classes.actions}>
          {[...only, ...shared].map((action) => (
            <li key={action} data-only={only.includes(action) || undefined}>
              {actionWords(action)}
            </li>
          ))}
        </Group>
      )}
    </Table.Td>
  )
}
