import { Button } from '@mantine/core'
import type { OwnCall } from '@steward/contract/calls/specified-calls'
import { IconPlus } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useHasCall } from '../../api/missing-calls.ts'
import { useEdit, useEditing, useShowMade } from '../../ui/form/use-editing.ts'
import { useCreateKey } from '../../ui/keys/create-key.ts'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'

/** What the form of a new record is given. */
export interface NewRecordForm {
  /** What it starts with, such as the day of a calendar that was chosen. */
  start: string | null
  leave: () => void
  /** Leaves it and opens the record; without an id there is none to open. */
  made: (id: string | null) => void
}

/** Whether the person may make a record by a call, and the server has it. */
export function useMayMake(call: OwnCall): boolean {
  const has = useHasCall(call)
  const can = useCan()
  return has && needsOf(call).some(can)
}

/**
 * The button that makes a record, and the form behind it, whose code is loaded apart.
 * @param props.one what it makes, such as `event`
 * @param props.call the call that makes it; without it nothing is offered
 */
export function NewRecord(props: {
  one: string
  call: OwnCall
  form: ComponentType<NewRecordForm>
}) {
  const edit = useEdit()
  const { editing, leave } = useEditing()
  const made = useShowMade()
  const createKey = useCreateKey()
  const [word, start = null] = editing?.split('@') ?? []
  if (!useMayMake(props.call)) return null
  return (
    <>
      <Button
        {...createKey}
        leftSection={<IconPlus size="1rem" aria-hidden />}
        onClick={() => edit('new')}
      >
        New {props.one}
      </Button>
      {word === 'new' && <props.form start={start} leave={leave} made={made} />}
    </>
  )
}
