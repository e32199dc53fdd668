import { TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/VisuallyHidden.css'
import {
  allPermissions,
  type Permission,
  permissionName,
} from '@steward/contract/permissions/permissions'
import { IconCheck, IconLock, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { permissionText } from '../../shared/permissions/permission-text.ts'
import { WhoCanGrant } from '../../shared/permissions/who-can-grant.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { rich } from '../../ui/format/rich.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import classes from './why-lookup.module.css'

/** "Why can't I?": looks up any permission, whether one holds it, and who can grant it. */
export function WhyLookup() {
  const can = useCan()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Permission | null>(null)
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = allPermissions.filter((each) => {
    const text = `${permissionName(each)} ${permissionText(each)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return (
    <Dialog onClose={closeDialog} title={t('Why can’t I…?')} size="lg">
      <TextInput
        data-autofocus
        value={search}
        autoComplete="off"
        label={t('What do you want to do?')}
        placeholder={t('For example: delete bills')}
        leftSection={<IconSearch size="1rem" aria-hidden />}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <VisuallyHidden role="status">{t('{count} found', { count: found.length })}</VisuallyHidden>
      {found.length === 0 && <p>{t('No permission matches this name.')}</p>}
      <ul className={classes.list}>
        {found.map((each) => {
          const held = can(each)
          const open = chosen === each
          const Icon = held ? IconCheck : IconLock
          const name = permissionText(each)
          return (
            <li key={permissionName(each)}>
              <UnstyledButton
                className={classes.ask}
                aria-expanded={open}
                onClick={() => setChosen(open ? null : each)}
              >
                <Icon size="1rem" className="dim" aria-hidden />
                <span>{name}</span>
                <span className="to-side dim nowrap">{held ? t('You can') : t('You can’t')}</span>
              </UnstyledButton>
              {open && (
                <div className={classes.answer}>
                  {held ? (
                    <p>{t('Your role has this permission.')}</p>
                  ) : (
                    <>
                      <p>
                        {rich(
                          'It needs the permission <b>{permission}</b>, which your role doesn’t have.',
                          {
                            permission: name,
                            b: (inner) => <strong>{inner}</strong>,
                          },
                        )}
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
