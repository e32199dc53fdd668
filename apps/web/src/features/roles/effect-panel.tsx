import { Group, Table } from '@mantine/core'
import { count, t } from '@steward/i18n/reader'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Table.css'
import type { RoleEffect } from '@steward/contract/roles/roles'
import { countedDayText } from '../../ui/format/time-text.ts'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { Block } from '../../ui/record/record-fields.tsx'
import { type IsPartly, phrase } from './effect-words.ts'
import classes from './roles.module.css'

const maxNamed = 24

interface PanelProps {
  effect: RoleEffect
  isPartly: IsPartly
}

/** What a change of a role does: to whom, what they gain and lose, and what would have been refused. */
export function EffectPanel({ effect, isPartly }: PanelProps) {
  const { people, peopleCount, activeCount, gained, lost, refused, refusedCount } = effect
  const named = people.slice(0, maxNamed)
  const more = peopleCount - named.length
  const isWhole = !lost.some(({ permission }) => isPartly(permission))
  const have =
    peopleCount > activeCount
      ? t(
          '{count, plural, one {# person has this role, {active} of them can sign in} other {# people have this role, {active} of them can sign in}}',
          { count: peopleCount, active: activeCount },
        )
      : t(
          '{count, plural, =0 {Nobody has this role} one {# person has this role} other {# people have this role}}',
          { count: peopleCount },
        )
  return (
    <div className="stack gap-16">
      {/* i18n: a heading; what they gain is listed below it */}
      <Moved
        title={t('{count, plural, one {# person gains} other {# people gain}}', {
          count: activeCount,
        })}
        of={gained}
        isPartly={isPartly}
      />
      <Moved
        title={t('{count, plural, one {# person loses} other {# people lose}}', {
          count: activeCount,
        })}
        of={lost}
        isPartly={isPartly}
        lost
      />
      {lost.length > 0 && (
        <Block
          title={
            isWhole
              ? t('Requests in the last 30 days that would have been refused')
              : t('Requests in the last 30 days that might have been refused')
          }
        >
          {refused.length === 0 ? (
            <p>
              {isWhole
                ? t('None. Nobody has used the permissions being removed.')
                : t('None. Nobody has used these permissions.')}
            </p>
          ) : (
            <Refused refused={refused} of={refusedCount} />
          )}
        </Block>
      )}
      <Block title={have}>
        <Group component="ul" gap="6px 16px">
          {named.map((person) => (
            <li key={person._id}>
              <PersonLink person={person} />
            </li>
          ))}
          {more > 0 && <li>{t('and {count} more', { count: more })}</li>}
        </Group>
      </Block>
    </div>
  )
}

function Moved(props: {
  title: string
  of: RoleEffect['gained']
  isPartly: IsPartly
  lost?: boolean
}) {
  if (props.of.length === 0) return null
  return (
    <Block title={props.title}>
      <Group component="ul" gap={6}>
        {props.of.map(({ permission }) => (
          <li
            key={phrase(permission)}
            title={t(permission.module)}
            className={classes.moved}
            data-tone={props.lost ? 'bad' : 'good'}
          >
            {props.isPartly(permission)
              ? // i18n: {things} is such as “edit bills”
                t('{things}: some records or fields', { things: phrase(permission) })
              : phrase(permission)}
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
      style={{ maxHeight: '16rem', overflow: 'auto' }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
      tabIndex={0}
      aria-label={t('Requests that would have been refused')}
    >
      <Table
        data={{
          head: [t('Person'), t('What they did'), t('Requests'), t('Last', {}, 'the last day')],
          body: refused.map(({ person, permission, requests, lastDay }) => [
            <PersonLink key="person" person={person} />,
            phrase(permission),
            count(requests),
            countedDayText(lastDay),
          ]),
        }}
      />
      {of > shown && (
        <p>
          {t('{count, plural, one {and # request more} other {and # requests more}}', {
            count: of - shown,
          })}
        </p>
      )}
    </section>
  )
}
