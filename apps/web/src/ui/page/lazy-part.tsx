import { t } from '@steward/i18n/reader'
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { onceOnline } from '../../api/browser/connection.ts'
import { closeDialog } from '../dialog/open-dialog.ts'
import { lazyCode } from '../load/lazy-code.ts'
import { CodeMissing } from '../load/load-code.ts'
import { toast } from '../messages/messages.tsx'

/**
 * A component loaded at its first render; if that fails, a message appears, and offline it waits.
 * @param waiting the placeholder
 * @param when `soon` preloads it on the first movement
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
  onFailed: () => void = () => {},
  when: 'drawn' | 'soon' = 'drawn',
): ComponentType<P> {
  const [useLoaded] = lazyCode(load, {
    soon: when === 'soon',
    onMissing: (thrown, retry) => {
      if (thrown instanceof CodeMissing && !thrown.tried) {
        toast.info(t('This hasn’t loaded yet. It opens automatically once you are back online.'))
        return onceOnline(retry)
      }
      toast.error(
        t(
          'This couldn’t be loaded. The connection was interrupted, or a new version has been installed. Save what you have typed, then reload the page.',
        ),
      )
      onFailed()
      return () => {}
    },
  })
  return function LazyPart(props: P) {
    const Drawn = useLoaded(true)
    const isLate = useRef(!Drawn)
    useEffect(() => {
      if (!Drawn || !isLate.current) return
      isLate.current = false
      focusFirstItem()
    })
    return Drawn ? <Drawn {...props} /> : waiting
  }
}

/** Focuses the first item of a menu that was opened before its items were loaded. */
function focusFirstItem(): void {
  const button = document.activeElement
  if (button?.ariaHasPopup !== 'menu' || button.ariaExpanded !== 'true') return
  const menu = document.getElementById(button.getAttribute('aria-controls') ?? '')
  menu?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
}

/** A part for drawers; preloaded after the list is shown, so that it also opens offline. */
export const drawerPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazyPart(load, null, () => {}, 'soon')

/** The same for dialogs, which `openDialog` opens. */
export const dialogPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazyPart(load, null, closeDialog, 'soon')
