import { Button, NativeSelect } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { nameOf } from '../../shared/people/user-types.ts'
import '@mantine/core/styles/InlineInput.css'
import { type Permission, permission } from '@steward/contract/permissions/permissions'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Role, User } from '../../api/answers/records.ts'
import { toFailure, wordsOf } from '../../api/failure.ts'
import type { Row } from '../../api/listing.ts'
import { grantedNames } from '../../shared/permissions/granted.ts'
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog/dialog.tsx'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { type Can, useCan } from '../../ui/permissions/permitted.tsx'
import { roleSource } from './role-source.ts'
import { type Undecided, useDecide, useMayBringBack } from './use-decide.ts'
import { choicesOf } from './use-role-choices.ts'
import { roleChoicesOptions } from './users.queries.ts'

interface Props {
  people: readonly User[]
  after?: (() => void) | undefined
}

/** The active roles that a person may grant, as they hold all permissions of the role. */
export const grantableRoles = (roles: readonly Row<Role>[], can: Can) =>
  choicesOf(
    roles.filter(
      ({ record: { status, permissions } }) =>
        status !== 'inactive' &&
        status !== 'deleted' &&
        grantedNames(permissions ?? []).every((names) => can(names as Permission)),
    ),
  )

/** The role that an identity provider gives all of some people; undefined where none does. */
function sourced(people: Props['people']): string | undefined {
  const [first] = people
  const role = first?.role?._id
  const isGiven = people.every((each) => roleSource(each) && each.role?._id === role)
  return (isGiven && role) || undefined
}

const lastRole = 'steward-approve-role'

/** The values of what is said about people: the name where it is one, else how many they are. */
const whoOf = (people: Props['people']) => ({
  count: people.length,
  name: people[0] ? nameOf(people[0]) : '',
})

/** Approves people with one role, at first the last one given; only roles that one may grant are offered. */
export function ApproveDialog(props: Props) {
  const can = useCan()
  // i18n-ignore: the names of a permission
  const mayList = can(permission('Roles', 'Roles', 'list'))
  const roles = useQuery(roleChoicesOptions(mayList))
  const choices = grantableRoles(roles.data?.rows ?? [], can)
  const remembered = choices.find(({ value }) => value === localStorage.getItem(lastRole))
  const [chosen, setRole] = useState<string | null>(null)
  const given = sourced(props.people)
  const role = chosen ?? given ?? remembered?.value ?? ''
  const [missing, setMissing] = useState(false)
  const [people, setPeople] = useState(props.people)
  const [undecided, setUndecided] = useState<readonly Undecided[]>([])
  const field = useRef<HTMLSelectElement>(null)
  const { approve, done, stop } = useDecide()
  const close = done === null ? closeDialog : stop
  const single = people.length === 1 ? undecided[0] : undefined
  const errors = fieldErrors(single?.failure ?? null, ['role'])
  const who = whoOf(people)

  async function submit() {
    if (done !== null) return
    setMissing(!role)
    if (!role) return field.current?.focus()
    localStorage.setItem(lastRole, role)
    const { decided, undecided: left } = await approve(people, role)
    setUndecided(left)
    if (left.length === 0) closeDialog()
    else {
      // People who were approved aren't sent again.
      setPeople(left.map(({ person }) => person))
      field.current?.focus()
    }
    if (decided.length > 0) props.after?.()
  }

  return (
    <Dialog
      title={t('{count, plural, =1 {Approve {name}} other {Approve # people}}', who)}
      onClose={close}
    >
      <DialogForm onSubmit={submit}>
        {mayList ? (
          <>
            <p role="status">
              {done !== null && people.length > 1
                ? t('{count} of {all}', { count: done, all: people.length })
                : t(
                    '{count, plural, =1 {{name} can sign in right away and is notified by e-mail.} other {# people can sign in right away and are notified by e-mail.}}',
                    who,
                  )}
            </p>
            <NativeSelect
              ref={field}
              data-autofocus
              label={t('Role')}
              data={[
                { value: '', label: roles.isPending ? t('Loading…') : t('Choose a role') },
                ...choices,
              ]}
              value={role}
              onChange={(event) => setRole(event.currentTarget.value)}
              error={missing && !role ? t('Choose a role') : errors.fields['role']}
            />
          </>
        ) : (
          <p>
            {t(
              '{count, plural, =1 {Choosing a role for {name} needs the permission Roles · Roles · list, which your role doesn’t have.} other {Choosing a role for # people needs the permission Roles · Roles · list, which your role doesn’t have.}}',
              who,
            )}
          </p>
        )}
        {!single && <UndecidedList undecided={undecided} />}
        <FailureBox
          failure={single?.failure ?? (roles.error && toFailure(roles.error))}
          {...(single && { lines: errors.rest })}
        />
        <DialogActions>
          <Button onClick={close}>{done === null ? t('Cancel') : t('Stop')}</Button>
          {mayList && (
            <Button variant="filled" type="submit" loading={done !== null}>
              {t('Approve')}
            </Button>
          )}
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}

export function DeclineDialog({ people, after }: Props) {
  const mayBringBack = useMayBringBack()
  const { decline, done, stop } = useDecide()
  const [undecided, setUndecided] = useState<readonly Undecided[]>([])
  const isOver = undecided.length > 0
  const who = whoOf(people)
  const go = async () => {
    const { decided, undecided: left } = await decline(people)
    if (decided.length > 0) after?.()
    setUndecided(left)
    if (left.length === 0) closeDialog()
  }
  const close = done === null ? closeDialog : stop
  return (
    <Dialog
      title={t('{count, plural, =1 {Decline {name}?} other {Decline # people?}}', who)}
      onClose={close}
    >
      <UndecidedList undecided={undecided} />
      {!isOver && (
        <p role="status">
          {done !== null && people.length > 1
            ? t('{count} of {all}', { count: done, all: people.length })
            : mayBringBack
              ? t(
                  'They are notified by e-mail and can register again. You can undo this to restore their registration.',
                )
              : t('They are notified by e-mail and can register again. You can’t undo this.')}
        </p>
      )}
      <DialogActions>
        <Button onClick={close}>
          {isOver ? t('Close') : done === null ? t('Cancel') : t('Stop')}
        </Button>
        {!isOver && (
          <Button
            variant="filled"
            color="red.9"
            data-autofocus
            loading={done !== null}
            onClick={() => void go()}
          >
            {t('{count, plural, =1 {Decline {name}} other {Decline # people}}', who)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function UndecidedList({ undecided }: { undecided: readonly Undecided[] }) {
  if (undecided.length === 0) return null
  return (
    <ul role="alert" className="bullets">
      {undecided.map(({ person, failure }) => (
        <li key={`${nameOf(person)} ${person._id}`}>
          <bdi>{t('{name}: {reason}', { name: nameOf(person), reason: wordsOf(failure) })}</bdi>
        </li>
      ))}
    </ul>
  )
}
