import { Button } from '@mantine/core'
import { privacyRoutes } from '@steward/contract/privacy/privacy.routes'
import { t } from '@steward/i18n/reader'
import { IconFileCode, IconFileText, IconShieldLock, IconUserX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { User } from '../../api/answers/records.ts'
import { download } from '../../api/files.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { nameOf, typeOf, userTypes } from '../../shared/people/user-types.ts'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { FloatingMenu } from '../../ui/menu/floating-menu.tsx'
import { showFailure, toast } from '../../ui/messages/messages.tsx'
import { dialogPart } from '../../ui/page/lazy-part.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'

const EraseDialog = dialogPart(async () => (await import('./erase-dialog.tsx')).EraseDialog)

const [mayExport] = privacyRoutes['privacy.export'].needs
const [mayErase] = privacyRoutes['privacy.erase'].needs

/** What can be done with all that is held about a person: export it, and erase them. */
export function PersonalDataMenu({ user }: { user: User }) {
  const can = useCan()
  const has = useHasCall('privacy.export')
  const { mutate, isPending } = useMutation({
    mutationFn: (format: 'json' | 'html') =>
      download(
        privacyRoutes['privacy.export'],
        { params: { id: user._id }, query: { format } },
        `person-${user._id}.${format}`,
      ),
    onSuccess: () => toast.success(t('Exported')),
    onError: showFailure,
  })
  if (!has || !(can(mayExport) || can(mayErase))) return null
  return (
    <FloatingMenu
      position="bottom-end"
      returnFocus
      target={
        <Button
          size="xs"
          loading={isPending}
          leftSection={<IconShieldLock size="1rem" aria-hidden />}
        >
          {t('Personal data')}
        </Button>
      }
    >
      {(Menu) => (
        <>
          {can(mayExport) && (
            <>
              <Menu.Item
                leftSection={<IconFileText size="1rem" aria-hidden />}
                onClick={() => mutate('html')}
              >
                {t('Export as a web page')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconFileCode size="1rem" aria-hidden />}
                onClick={() => mutate('json')}
              >
                {t('Export as JSON')}
              </Menu.Item>
            </>
          )}
          {can(mayErase) && (
            <Menu.Item
              color="var(--mantine-color-error)"
              leftSection={<IconUserX size="1rem" aria-hidden />}
              onClick={() =>
                openDialog(
                  <EraseDialog
                    id={user._id}
                    name={nameOf(user)}
                    list={userTypes[typeOf(user)].path}
                  />,
                )
              }
            >
              {t('Erase…')}
            </Menu.Item>
          )}
        </>
      )}
    </FloatingMenu>
  )
}
