import { TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/VisuallyHidden.css'
import {
  allPermissions,
  type Permission,
  permissionName,
  permissionWords,
} from '@steward/contract/permissions/permissions'
import { IconCheck, IconLock, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { WhoCanGrant } from '../../shared/permissions/who-can-grant.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import classes from './why-lookup.module.css'

/** "Why can't I?": looks up any permission, whether one holds it, and who can grant it. */
export function WhyLookup() {
  const can = useCan()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Permission | null>(null)
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = allPermissions.filter((each) => {
    const text = `${permissionName(each)} ${permissionWords(each)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return (
    <Dialog onClose={closeDialog} title="Why can’t I…?" size="lg">
      <TextInput
        data-autofocus
        value={search}
        autoComplete="off"
        label="What do you want to do?"
        placeholder="For example: delete bills"
        leftSection={<IconSearch size="1rem" aria-hidden />}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <VisuallyHidden role="status">{found.length} found</VisuallyHidden>
      {found.length === 0 && <p>No permission matches this name.</p>}
      <ul className={classes.list}>
        {found.map((each) => {
          const held = can(each)
          const open = chosen === each
          const Icon = held ? IconCheck : IconLock
          const name = permissionWords(each)
          return (
            <li key={name}>
              <UnstyledButton
                className={classes.ask}
                aria-expanded={open}
                onClick={() => setChosen(open ? null : each)}
              >
                <Icon size="1rem" className="dim" aria-hidden />
                <span>{name}</span>
                <span className="to-side dim nowrap">{held ? 'You can' : 'You can’t'}</span>
              </UnstyledButton>
              {open && (
                <div className={classes.answer}>
                  {held ? (
                    <p>Your role has this permission.</p>
                  ) : (
                    <>
                      <p>
                        It needs the permission <strong>{name}</strong>, which your role doesn’t
                        have.
                      </p>
                      <WhoCanGrant permission={each} />
                    </>
                  )}
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
