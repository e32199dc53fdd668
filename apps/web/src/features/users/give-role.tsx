import { Button, NativeSelect } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconShieldPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { User } from '../../api/answers/records.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { useStartJob } from '../../shared/jobs/use-start-job.ts'
import { nameOf, needed } from '../../shared/people/user-types.ts'
import { useNoteChange } from '../../shared/undo/note-change.ts'
import { FormDialog } from '../../ui/dialog/dialog.tsx'
import { closeDialog, openDialog } from '../../ui/dialog/open-dialog.ts'
import { rich } from '../../ui/format/rich.tsx'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { useOptimisticMutation } from '../../ui/messages/use-optimistic-mutation.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { useAssignableRoles } from './use-role-choices.ts'
import classes from './users.module.css'
import { giveRoleWrite } from './users.writes.ts'

/** The most admins that can get a role at once (contract). */
const most = 100

export function GiveRole({ chosen }: { chosen: Chosen<User> }) {
  const can = useCan()
  const has = useHasCall('users.assignRole')
  const hasJobs = useHasCall('jobs.create')
  if (!has || !can(needed('admin', 'update'))) return null
  const tooMany = !hasJobs && chosen.size > most
  return (
    <Button
      size="compact-sm"
      leftSection={<IconShieldPlus size="0.875rem" aria-hidden />}
      disabled={tooMany}
      title={tooMany ? t('Up to {count} at a time', { count: most }) : undefined}
      onClick={() => openDialog(<GiveRoleDialog chosen={chosen} />)}
    >
      {t('Give role')}
    </Button>
  )
}

/** Gives a role to all of them or to none where they are few, else as a job, which names those who can't have it. */
function GiveRoleDialog({ chosen }: { chosen: Chosen<User> }) {
  const choices = useAssignableRoles()
  const [role, setRole] = useState('')
  const { mutate, isPending } = useOptimisticMutation()
  const note = useNoteChange()
  const job = useStartJob('users', chosen, { type: 'admin' })
  const isJob = chosen.all !== null || chosen.size > most
  const rows = [...chosen.rows.values()]
  const people = t('{count, plural, one {# person} other {# people}}', { count: chosen.size })
  const give = () => {
    if (role === '' || isPending) return
    // i18n-ignore: the name of an action
    if (isJob) return job.start({ action: 'role', patch: { role } })
    const write = giveRoleWrite(role, [...chosen.rows.keys()], ([first = null, ...others]) => {
      note(first, { name: people, batch: others.length > 0 })
      closeDialog()
      chosen.clear()
    })
    mutate(write)
  }
  return (
    <FormDialog
      title={t('Give a role')}
      action={t('{count, plural, one {Give role to # person} other {Give role to # people}}', {
        count: chosen.size,
      })}
      disabled={role === ''}
      pending={isPending || job.busy}
      onSubmit={give}
      onClose={closeDialog}
    >
      <NativeSelect
        data-autofocus
        label={t('Role')}
        required
        value={role}
        data={[{ value: '', label: t('Choose a role'), disabled: true }, ...choices]}
        onChange={(event) => setRole(event.currentTarget.value)}
      />
      {isJob ? (
        <p>
          {t(
            'The new role replaces their current one right away. People who can’t have it keep theirs and are listed with the reason.',
          )}
        </p>
      ) : (
        <>
          <p>{t('The new role replaces their current one right away:')}</p>
          <ul className={classes.names}>
            {rows.map(({ id, record }) => (
              <li key={id}>
                {record.role?.name ? (
                  // i18n: “Ada Lovelace (now Editor)”: a person, and the role they have until now
                  rich('{person} (now {role})', {
                    person: <bdi>{nameOf(record)}</bdi>,
                    role: <bdi>{record.role.name}</bdi>,
                  })
                ) : (
                  <bdi>{nameOf(record)}</bdi>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </FormDialog>
  )
}
