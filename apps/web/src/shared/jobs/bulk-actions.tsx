import { Button, Menu } from '@mantine/core'
import { areas, type BulkArea } from '@steward/contract/areas'
import type { BodySent } from '@steward/contract/endpoints'
import { jobActions } from '@steward/contract/jobs.routes'
import type { Permission } from '@steward/contract/permissions'
import { IconArrowBackUp, IconChevronDown, IconTag, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { showFailure } from '../../ui/feedback/messages.tsx'
import type { Chosen } from '../../ui/list/use-selection.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { statusWord } from '../../ui/record/status-badge.tsx'
import { AskBulk } from './bulk-confirm-dialog.tsx'
import { watchJob } from './watched-jobs.ts'

type Action = 'delete' | 'restore' | 'status'
type Asked = { action: Action; status?: string }

/**
 * What can be done with all chosen records of an area: the server does it as a job.
 * @param props.restores whether the list shows deleted records too
 */
export function BulkActions<T>(props: { area: BulkArea; chosen: Chosen<T>; restores?: boolean }) {
  const { area, chosen } = props
  const { one, many, statuses } = areas[area]
  const can = useCan()
  const [asked, setAsked] = useState<Asked | null>(null)
  const needs: Partial<Record<string, Permission>> = jobActions[area]
  const may = (action: Action) => needs[action] !== undefined && can(needs[action])
  const { mutate, isPending } = useMutation({
    mutationFn: ({ action, status }: Asked) => {
      const { all } = chosen
      const which = all
        ? {
            all: { query: { ...all.query } },
            ...(all.except.length > 0 && { except: [...all.except] }),
          }
        : { ids: [...chosen.rows.keys()] }
      const body: BodySent<'jobs.create'> = {
        area,
        action,
        ...which,
        ...(status !== undefined && { patch: { status } }),
      }
      return call('jobs.create', { body })
    },
    onSuccess: ({ data }) => {
      setAsked(null)
      chosen.clear()
      watchJob(data._id)
    },
    onError: showFailure,
  })
  return (
    <>
      {may('status') && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconTag size={14} aria-hidden />}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              Set status
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {statuses.map((status) => (
              <Menu.Item key={status} onClick={() => setAsked({ action: 'status', status })}>
                {statusWord(status)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {props.restores && may('restore') && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          onClick={() => setAsked({ action: 'restore' })}
        >
          Restore
        </Button>
      )}
      {may('delete') && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => setAsked({ action: 'delete' })}
        >
          Delete
        </Button>
      )}
      <AskBulk
        asked={asked}
        size={chosen.size}
        one={one}
        many={many}
        busy={isPending}
        onGo={() => asked && !isPending && mutate(asked)}
        onClose={() => setAsked(null)}
      />
    </>
  )
}
