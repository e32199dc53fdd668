import { t } from '@steward/i18n/reader'
import { IconSearch } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useFocusBack } from '../../ui/dialog/use-focus-back.ts'
import { useDocumentKey } from '../../ui/keys/use-document-key.ts'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import classes from './search-button.module.css'

const Palette = drawerPart(async () => (await import('./palette.tsx')).Palette)
const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** Opens the search of everything, by a press or by ⌘K (Ctrl+K), wherever the focus is but in another dialog. */
export function SearchButton() {
  const [opened, setOpened] = useState(false)
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
        // i18n-ignore: names of keys
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        aria-label={t('Search everywhere')}
        onClick={() => setOpened(true)}
      >
        <IconSearch aria-hidden size="1rem" stroke={1.75} />
        <span className={classes.words} data-words>
          {t('Search everywhere')}
        </span>
        {/* Drawn by CSS: it is no part of the button's name. */}
        <span
          className={`xs ${classes.keys}`}
          data-words
          data-keys={isApple ? '⌘K' : `${t('Ctrl', {}, 'a key of the keyboard')} K`}
        />
      </button>
      {opened && <Search onClose={() => setOpened(false)} />}
    </>
  )
}

/** The palette, with a field that takes what is typed until it is there, as on a slow network: those are no keys of the page's. */
function Search({ onClose }: { onClose: () => void }) {
  const ahead = useRef<HTMLInputElement>(null)
  useFocusBack()
  useLayoutEffect(() => ahead.current?.focus(), [])
  return (
    <>
      <input
        ref={ahead}
        tabIndex={-1}
        aria-label={t('Search everywhere')}
        className={classes.ahead}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      />
      <Palette ahead={ahead} onClose={onClose} />
    </>
  )
}
