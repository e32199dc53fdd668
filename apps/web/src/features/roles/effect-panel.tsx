import { Group, Stack, Table } from '@mantine/core'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Stack.css'
import '@mantine/core/styles/Table.css'
import type { RoleEffect } from '@steward/contract/roles/roles'
import { count, counted } from '../../ui/format/locale.ts'
import { countedDayText } from '../../ui/format/time-text.ts'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { Block } from '../../ui/record/record-fields.tsx'
import { phrase } from './effect-words.ts'
import classes from './roles.module.css'

const maxNamed = 24

export function EffectPanel({ effect }: { effect: RoleEffect }) {
  const { people, peopleCount, activeCount, gained, lost, refused, refusedCount } = effect
  const named = people.slice(0, maxNamed)
  const more = peopleCount - named.length
  const who = counted(activeCount, 'person', 'people')
  const have =
    peopleCount === 0
      ? 'Nobody has this role'
      : `${counted(peopleCount, 'person has', 'people have')} this role`
  const active = peopleCount > activeCount ? `, ${count(activeCount)} of them can sign in` : ''
  return (
    <Stack gap={16}>
      <Moved title={`${who} ${activeCount === 1 ? 'gains' : 'gain'}`} of={gained} />
      <Moved title={`${who} ${activeCount === 1 ? 'loses' : 'lose'}`} of={lost} lost />
      {lost.length > 0 && (
        <Block title="Requests in the last 30 days that would have been refused">
          {refused.length === 0 ? (
            <p>None. Nobody has used the permissions being removed.</p>
          ) : (
            <Refused refused={refused} of={refusedCount} />
          )}
        </Block>
      )}
      <Block title={`${have}${active}`}>
        <Group component="ul" gap="6px 16px">
          {named.map((person) => (
            <li key={person._id}>
              <PersonLink person={person} />
            </li>
          ))}
          {more > 0 && <li>and {count(more)} more</li>}
        </Group>
      </Block>
    </Stack>
  )
}

function Moved(props: { title: string; of: RoleEffect['gained']; lost?: boolean }) {
  if (props.of.length === 0) return null
  return (
    <Block title={props.title}>
      <Group component="ul" gap={6}>
        {props.of.map(({ permission }) => (
          <li
            key={phrase(permission)}
            title={permission.module}
            className={classes.moved}
            data-lost={props.lost}
          >
            {phrase(permission)}
          </li>
        ))}
      </Group>
    </Block>
  )
}

function Refused({ refused, of }: { refused: RoleEffect['refused']; of: number }) {
  const shown = refused.reduce((sum, { requests }) => sum + requests, 0)
  return (
    <section
      className={classes.refused}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
      tabIndex={0}
      aria-label="Requests that would have been refused"
    >
      <Table
        data={{
          head: ['Person', 'What they did', 'Requests', 'Last'],
          body: refused.map(({ person, permission, requests, lastDay }) => [
            <PersonLink key="person" person={person} />,
            phrase(permission),
            count(requests),
            countedDayText(lastDay),
          ]),
        }}
      />
      {of > shown && <p>and {counted(of - shown, 'request', 'requests')} more</p>}
    </section>
  )
}
