import { IconSearch } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useDocumentKey } from '../../ui/keys/use-document-key.ts'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import classes from './search-button.module.css'

const Palette = drawerPart(async () => (await import('./palette.tsx')).Palette)
const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** Opens the search of everything, by a press or by ⌘K (Ctrl+K), wherever the focus is but in another dialog. */
export function SearchButton() {
  const [opened, setOpened] = useState(false)
  const ahead = useRef<HTMLInputElement>(null)
  const close = () => setOpened(false)
  useFocusReturn(opened)
  useLayoutEffect(() => {
    if (opened) ahead.current?.focus()
  }, [opened])
  useDocumentKey((event) => {
    const isShortcut = (isApple ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey
    if (!isShortcut || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return
    // A dialog waits for an answer.
    if (document.querySelector('.mantine-Modal-content:not([data-palette])')) return
    event.preventDefault()
    setOpened((before) => !before)
  })
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        aria-label="Search everywhere"
        onClick={() => setOpened(true)}
      >
        <IconSearch aria-hidden size="1rem" stroke={1.75} />
        <span className={classes.words} data-words>
          Search everywhere
        </span>
        {/* Drawn by CSS: it is no part of the button's name. */}
        <span className={classes.keys} data-words data-keys={isApple ? '⌘K' : 'Ctrl K'} />
      </button>
      {opened && (
        <>
          {/* Takes what is typed until the palette is there, as on a slow network: those are no keys of the page's. */}
          <input
            ref={ahead}
            tabIndex={-1}
            aria-label="Search everywhere"
            className={classes.ahead}
            onKeyDown={({ key }) => key === 'Escape' && close()}
          />
          <Palette ahead={ahead} onClose={close} />
        </>
      )}
    </>
  )
}

/** Gives the focus back to where it was, unless something else has taken it by then. */
function useFocusReturn(opened: boolean): void {
  const before = useRef<Element | null>(null)
  // Read while it is drawn: the dialog takes the focus before any effect.
  if (opened && before.current === null) before.current = document.activeElement
  useEffect(() => {
    const from = before.current
    if (opened || from === null) return
    before.current = null
    const frame = requestAnimationFrame(() => {
      const isFree = document.activeElement === document.body
      if (isFree && from instanceof HTMLElement) from.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [opened])
}
