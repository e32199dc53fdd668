import { Button, Group, Table } from '@mantine/core'
import { count, t } from '@steward/i18n/reader'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Table.css'
import { useDebouncedValue } from '@mantine/hooks'
import type { RoleEffect } from '@steward/contract/roles/roles'
import { useQuery } from '@tanstack/react-query'
import type { Role } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'
import { wordsOf } from '../../api/failure.ts'
import type { PermissionNames } from '../../shared/permissions/granted.ts'
import type { Limits } from '../../shared/permissions/limits-list.tsx'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import type { Draft } from '../../ui/form/use-draft.ts'
import { inRow } from '../../ui/format/phrases.ts'
import { countedDayText } from '../../ui/format/time-text.ts'
import { SaveBar } from '../../ui/page/record-page.tsx'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { Block } from '../../ui/record/record-fields.tsx'
import { effectSentences, type IsPartly, phrase } from './effect-words.ts'
import { type MatrixStore, useWhole } from './matrix/matrix-store.ts'
import { modulesOf } from './matrix/shape.ts'
import { RoleReplay } from './role-replay.tsx'
import classes from './roles.module.css'

/** The foot of a role's form, apart from it so that a toggle of the matrix doesn't redraw the form. */
export function RoleFoot(props: {
  editing: {
    base: Role | null
    part: { store: MatrixStore }
    draft: Draft
    isPending: boolean
    reset: () => void
  }
  /** Conditions and fields as they will be saved. */
  limits: Limits & { isChanged: boolean }
  /** Whether the server tells the effect of a change. */
  tells: boolean
  showsEffect: boolean
  onEffect: (shown: boolean) => void
  onSave: () => void
}) {
  const { base, part, draft, isPending, reset } = props.editing
  const { store } = part
  const isNew = base === null
  const tells = props.tells && !isNew
  const { limits } = props
  const { effect, error } = useEffectOf(tells ? base._id : null, store, limits)
  const isPartly = (names: PermissionNames) => store.isKept(names)
  const unsaved = draft.unsaved()
  const changed = changesText(store.changes, limits.isChanged)
  const state = unsaved ? t('Not saved yet') : isNew ? '' : t('No changes')
  return (
    <>
      <SaveBar
        buttons={
          <>
            {!isNew && unsaved && (
              <Button variant="subtle" onClick={reset}>
                {t('Discard')}
              </Button>
            )}
            {tells && changed && (
              <Button onClick={() => props.onEffect(true)}>{t('Preview effect')}</Button>
            )}
            <Button
              variant="filled"
              type="submit"
              loading={isPending}
              disabled={!isNew && !unsaved}
            >
              {isNew ? t('Create role') : t('Save')}
            </Button>
          </>
        }
      >
        <p>{changed || state}</p>
        <div role="status">
          {effect && changed && (
            <ul>
              {effectSentences(effect, isPartly).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
        </div>
      </SaveBar>
      <Dialog
        opened={props.showsEffect}
        onClose={() => props.onEffect(false)}
        size="xl"
        title={t('Effect of this change')}
      >
        {effect ? (
          <EffectPanel effect={effect} isPartly={isPartly} />
        ) : error ? (
          <p className="mb-12 error-text" role="alert">
            {t('The effect couldn’t be loaded: {reason}', { reason: wordsOf(error) })}
          </p>
        ) : (
          <p role="status">{t('Counting…')}</p>
        )}
        {tells && (
          <RoleReplay
            draft={{
              _id: base._id,
              permissions: modulesOf(store.shape, store.granted),
              conditions: [...limits.conditions],
              fieldRules: [...limits.fieldRules],
            }}
          />
        )}
        <DialogActions>
          <Button onClick={() => props.onEffect(false)}>{t('Back')}</Button>
          <Button variant="filled" data-autofocus loading={isPending} onClick={props.onSave}>
            {t('Save')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

/** How many permissions a change grants and revokes, and whether it changes limits; empty for none. */
function changesText(changes: MatrixStore['changes'], limits: boolean): string {
  const permissions = permissionsText(changes)
  if (!limits) return permissions
  return permissions === '' ? t('Limits changed') : inRow([permissions, t('limits changed')])
}

function permissionsText({ gained, lost }: MatrixStore['changes']): string {
  if (gained > 0 && lost > 0)
    return t(
      '{gained, plural, one {# permission granted} other {# permissions granted}}, {lost, plural, one {# permission revoked} other {# permissions revoked}}',
      { gained, lost },
    )
  if (gained > 0)
    return t('{count, plural, one {# permission granted} other {# permissions granted}}', {
      count: gained,
    })
  if (lost === 0) return ''
  return t('{count, plural, one {# permission revoked} other {# permissions revoked}}', {
    count: lost,
  })
}

/** The effect of the matrix on a role's people, asked after a pause in changes (id null: never). */
function useEffectOf(
  id: string | null,
  store: MatrixStore,
  { isChanged, conditions, fieldRules }: Limits & { isChanged: boolean },
) {
  const version = useWhole(store)
  const [settled] = useDebouncedValue(version, 350)
  const { gained, lost } = store.changes
  const changes = gained + lost > 0 || isChanged
  const asks = id !== null && changes && settled === version
  const { data, error } = useQuery({
    queryKey: ['roles.effect', { id, flags: store.granted.join(''), conditions, fieldRules }],
    queryFn: async ({ signal }) => {
      const permissions = modulesOf(store.shape, store.granted)
      const limits = isChanged && {
        conditions: [...conditions],
        fieldRules: [...fieldRules],
      }
      const body = { _id: id ?? '', permissions, ...limits }
      return (await call('roles.effect', { body, signal })).data
    },
    enabled: asks,
    staleTime: 10_000,
    gcTime: 60_000,
    retry: false,
  })
  return { effect: asks ? data : undefined, error }
}

const maxNamed = 24

interface PanelProps {
  effect: RoleEffect
  isPartly: IsPartly
}

function EffectPanel({ effect, isPartly }: PanelProps) {
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
