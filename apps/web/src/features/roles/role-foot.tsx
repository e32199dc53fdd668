import { Button, Group, Table } from '@mantine/core'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Table.css'
import { useDebouncedValue } from '@mantine/hooks'
import type { RoleEffect } from '@steward/contract/roles/roles'
import { useQuery } from '@tanstack/react-query'
import type { Role } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'
import { wordsOf } from '../../api/failure.ts'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import type { Draft } from '../../ui/form/use-draft.ts'
import { count, counted } from '../../ui/format/locale.ts'
import { countedDayText } from '../../ui/format/time-text.ts'
import { SaveBar } from '../../ui/page/record-page.tsx'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { Block } from '../../ui/record/record-fields.tsx'
import { effectSentences, phrase } from './effect-words.ts'
import { type MatrixStore, useWhole } from './matrix/matrix-store.ts'
import { modulesOf } from './matrix/shape.ts'
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
  const { effect, error } = useEffectOf(tells ? base._id : null, store)
  const unsaved = draft.unsaved()
  const { gained, lost } = store.changes
  const changed = [
    gained > 0 ? `${counted(gained, 'permission', 'permissions')} granted` : '',
    lost > 0 ? `${counted(lost, 'permission', 'permissions')} revoked` : '',
  ].filter(Boolean)
  const state = unsaved ? 'Not saved yet' : isNew ? '' : 'No changes'
  return (
    <>
      <SaveBar
        buttons={
          <>
            {!isNew && unsaved && (
              <Button variant="subtle" onClick={reset}>
                Discard
              </Button>
            )}
            {tells && changed.length > 0 && (
              <Button onClick={() => props.onEffect(true)}>Preview effect</Button>
            )}
            <Button
              variant="filled"
              type="submit"
              loading={isPending}
              disabled={!isNew && !unsaved}
            >
              {isNew ? 'Create role' : 'Save'}
            </Button>
          </>
        }
      >
        <p>{changed.join(', ') || state}</p>
        <div role="status">
          {effect && changed.length > 0 && (
            <ul>
              {effectSentences(effect).map((sentence) => (
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
        title="Effect of this change"
      >
        {effect ? (
          <EffectPanel effect={effect} />
        ) : error ? (
          <p className="mb-12 error-text" role="alert">
            The effect couldn’t be loaded: {wordsOf(error)}
          </p>
        ) : (
          <p role="status">Counting…</p>
        )}
        <DialogActions>
          <Button onClick={() => props.onEffect(false)}>Back</Button>
          <Button variant="filled" data-autofocus loading={isPending} onClick={props.onSave}>
            Save
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

/** The effect of the matrix on a role's people, asked after a pause in changes (id null: never). */
function useEffectOf(id: string | null, store: MatrixStore) {
  const version = useWhole(store)
  const [settled] = useDebouncedValue(version, 350)
  const { gained, lost } = store.changes
  const asks = id !== null && gained + lost > 0 && settled === version
  const { data, error } = useQuery({
    queryKey: ['roles.effect', { id, flags: store.granted.join('') }],
    queryFn: async ({ signal }) => {
      const body = { _id: id ?? '', permissions: modulesOf(store.shape, store.granted) }
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

function EffectPanel({ effect }: { effect: RoleEffect }) {
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
    <div className="stack gap-16">
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
    </div>
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
            data-tone={props.lost ? 'bad' : 'good'}
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
      style={{ maxHeight: '16rem', overflow: 'auto' }}
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
