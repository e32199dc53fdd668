import { Button, Table } from '@mantine/core'
import type { Fields } from '@steward/contract/areas/field'
import { areaFields } from '@steward/contract/areas/listings'
import { areaOfSubmodule } from '@steward/contract/permissions/conditions'
import type { RoleReplay as Replay, RoleDraft } from '@steward/contract/roles/replay'
import { t } from '@steward/i18n/reader'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import '@mantine/core/styles/Table.css'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { call } from '../../api/client.ts'
import { wordsOf } from '../../api/failure.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { ActionBadge } from '../../shared/audit-log/action-badge.tsx'
import cells from '../../ui/format/cells.module.css'
import { inRow } from '../../ui/format/phrases.ts'
import { countedDayText } from '../../ui/format/time-text.ts'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { Block } from '../../ui/record/record-fields.tsx'
import { phrase } from './effect-words.ts'
import classes from './roles.module.css'

/** What a draft of a role would have refused in the last 90 days, asked at the press of a button. */
export function RoleReplay({ draft }: { draft: RoleDraft }) {
  const client = useQueryClient()
  const key = ['roles.replay', draft] as const
  const text = JSON.stringify(draft)
  const [asked, setAsked] = useState<string | null>(null)
  const asks = asked === text
  const { data, error, isFetching } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call('roles.replay', { body: draft, signal })).data,
    enabled: asks,
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
  })
  if (!useHasCall('roles.replay')) return null
  const isRunning = asks && isFetching
  const cancel = () => {
    setAsked(null)
    void client.cancelQueries({ queryKey: key })
  }
  return (
    <div className={classes.replay}>
      <Block title={t('What if, over the last 90 days')}>
        <div className="stack gap-12">
          <p className="dim">
            {t(
              'Replays what the people of this role did, against the role as you have changed it.',
            )}
          </p>
          <p className="row gap-10">
            {isRunning ? (
              <Button onClick={cancel}>{t('Cancel the replay')}</Button>
            ) : (
              <Button
                onClick={() => {
                  if (asks) void client.resetQueries({ queryKey: key })
                  setAsked(text)
                }}
              >
                {t('Replay the last 90 days')}
              </Button>
            )}
          </p>
          <div role="status">
            {isRunning && <p>{t('Replaying…')}</p>}
            {asks && !isRunning && data && <p>{outcome(data)}</p>}
          </div>
          {asks && !isRunning && error && (
            <p className="error-text" role="alert">
              {t('The replay failed: {reason}', { reason: wordsOf(error) })}
            </p>
          )}
          {asks && !isRunning && data && <Outcome replay={data} />}
        </div>
      </Block>
    </div>
  )
}

/** The result in a sentence. */
function outcome({ requests, changes, peopleCount }: Replay): string {
  if (peopleCount === 0) return t('Nobody would have been stopped.')
  return t(
    // i18n: {stopped} is such as “2 requests, 1 change”
    '{people, plural, one {# person} other {# people}} would have been stopped: {stopped}.',
    { people: peopleCount, stopped: inRow(countsText(requests, changes)) },
  )
}

function Outcome({ replay }: { replay: Replay }) {
  const { refused, refusedCount, narrowed, looked, whole, unknown, unseen } = replay
  const more = refusedCount - refused.length
  const lists = narrowed.reduce((sum, { requests }) => sum + requests, 0)
  return (
    <>
      {refused.length > 0 && (
        <section
          className={classes.replayed}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
          tabIndex={0}
          aria-label={t('Who would have been stopped')}
        >
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('Person')}</Table.Th>
                <Table.Th>{t('What they did')}</Table.Th>
                <Table.Th>{t('How often')}</Table.Th>
                <Table.Th>{t('Last', {}, 'the last day')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {refused.map((row) => (
                <Refused
                  key={JSON.stringify([row.person._id, row.permission, row.reason, row.field])}
                  row={row}
                />
              ))}
            </Table.Tbody>
          </Table>
          {more > 0 && (
            <p>
              {t('{count, plural, one {and # row more} other {and # rows more}}', { count: more })}
            </p>
          )}
        </section>
      )}
      <ul className="dim">
        {lists > 0 && (
          <li>
            {t(
              '{count, plural, one {# request for a list would have shown less, which isn’t a refusal} other {# requests for lists would have shown less, which isn’t a refusal}}',
              { count: lists },
            )}
          </li>
        )}
        <li>
          {whole
            ? t(
                '{count, plural, =0 {There was no change to look at} one {Looked at the only change} other {Looked at all # changes}}',
                { count: looked },
              )
            : t('Looked at the last {count, plural, one {# change} other {# changes}} only', {
                count: looked,
              })}
        </li>
        {unknown > 0 && (
          <li>
            {t(
              '{count, plural, one {# change by an older version doesn’t tell enough to say} other {# changes by an older version don’t tell enough to say}}',
              { count: unknown },
            )}
          </li>
        )}
        {unseen > 0 && (
          <li>
            {t(
              '{count, plural, one {# change was left out because you may not see it} other {# changes were left out because you may not see them}}',
              { count: unseen },
            )}
          </li>
        )}
      </ul>
    </>
  )
}

type Row = Replay['refused'][number]

function Refused({ row }: { row: Row }) {
  const { person, permission, requests, changes, lastDay, examples } = row
  const [opened, setOpened] = useState(false)
  const below = useId()
  const what = phrase(permission)
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <PersonLink person={person} />
        </Table.Td>
        <Table.Td>
          <p>{what}</p>
          <p className="dim">{reasonText(row)}</p>
          {examples.length > 0 && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-expanded={opened}
              aria-controls={below}
              aria-label={
                opened
                  ? t('Hide examples: {person}, {what}', { person: person.name, what })
                  : t('Show examples: {person}, {what}', { person: person.name, what })
              }
              onClick={() => setOpened(!opened)}
            >
              {opened ? t('Hide examples') : t('Show examples')}
            </Button>
          )}
        </Table.Td>
        <Table.Td>
          {countsText(requests, changes).map((each) => (
            <p key={each}>{each}</p>
          ))}
        </Table.Td>
        <Table.Td>{countedDayText(lastDay)}</Table.Td>
      </Table.Tr>
      {opened && (
        <Table.Tr id={below}>
          <Table.Td colSpan={4}>
            <p className="mb-8 dim">{t('Entries open in a new tab.')}</p>
            <ul className="stack gap-8">
              {examples.map(({ _id, action, at, record }) => (
                <li key={_id} className="row gap-10">
                  <ActionBadge action={action} />
                  <Link
                    to="/audit-log"
                    // The draft of the role stays as it is.
                    target="_blank"
                    search={{ ...(record._id && { record: [record._id] }), open: _id }}
                    className={cells.accentLink}
                  >
                    <bdi>{record.title || t('Several records')}</bdi>
                  </Link>
                  <span className="dim">{countedDayText(at)}</span>
                </li>
              ))}
            </ul>
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

/** How many requests and changes, as far as there are any. */
const countsText = (requests: number, changes: number): string[] => [
  ...(requests > 0
    ? [t('{count, plural, one {# request} other {# requests}}', { count: requests })]
    : []),
  ...(changes > 0
    ? [t('{count, plural, one {# change} other {# changes}}', { count: changes })]
    : []),
]

/** Why something is refused. */
function reasonText({ permission, reason, field }: Row): string {
  if (reason === 'permission') return t('The role no longer permits it')
  if (reason === 'rows') return t('The record isn’t among those of the condition')
  const area = areaOfSubmodule(permission.module, permission.submodule)?.area
  const { label } = (area && (areaFields[area] as Fields)[field ?? '']) ?? { label: field ?? '' }
  return t('The field “{field}” is hidden or read-only', { field: t(label) })
}
