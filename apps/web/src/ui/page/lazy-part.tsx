import { type ComponentType, type ReactNode, useEffect, useReducer, useRef } from 'react'
import { onceOnline } from '../../api/connection.ts'
import { toast } from '../feedback/messages.tsx'
import { closeDialog } from '../feedback/open-dialog.ts'
import { CodeMissing, loadCode } from './load-code.ts'
import { loadOnIntent } from './on-intent.ts'

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
  let Loaded: ComponentType<P> | undefined
  if (when === 'soon') {
    loadOnIntent(async () => {
      Loaded ??= await loadCode(load)
    })
  }
  return function LazyPart(props: P) {
    const [, redraw] = useReducer((count: number) => count + 1, 0)
    // The code may have been loaded between render and effect.
    const Drawn = Loaded
    useEffect(() => {
      let stop = () => {}
      let wanted = true
      const begin = async () => {
        try {
          Loaded ??= await loadCode(load)
          if (wanted) redraw()
        } catch (thrown) {
          if (!wanted) return
          if (thrown instanceof CodeMissing && !thrown.tried) {
            toast.info('This hasn’t loaded yet. It opens automatically once you are back online.')
            stop = onceOnline(() => void begin())
          } else {
            toast.error(
              'This couldn’t be loaded. The connection was interrupted, or a new version has been installed. Save what you have typed, then reload the page.',
            )
            onFailed()
          }
        }
      }
      if (!Drawn) void begin()
      return () => {
        wanted = false
        stop()
      }
    }, [])
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
