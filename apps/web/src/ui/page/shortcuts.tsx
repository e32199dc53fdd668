import { Kbd } from '@mantine/core'
import { msg, t } from '@steward/i18n/reader'
import '@mantine/core/styles/Kbd.css'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import { type GoPlace, useGoPlaces } from '../keys/go-places.ts'
import { isForPage } from '../keys/key-context.ts'
import { KeyList } from '../keys/key-list.tsx'
import classes from '../keys/keys.module.css'
import { goPatience, goWaits, noteGo, pressRecordKey } from '../keys/record-keys.ts'

/**
 * The keys of all pages: a record's, `g` and a letter, and `?` unless the page has its own help.
 */
export function Shortcuts({ places }: { places: readonly GoPlace[] }) {
  const [going, setGoing] = useState(false)
  const [help, setHelp] = useState(false)
  useEffect(() => {
    useGoPlaces.setState({ places })
    return () => useGoPlaces.setState({ places: [] })
  }, [places])
  // A ref, as a letter typed at once after `g` must not be handled as a key of the page.
  const isGoing = useRef(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = (on: boolean) => {
      clearTimeout(timer)
      isGoing.current = on
      setGoing(on)
      noteGo(on)
      if (on) timer = setTimeout(stop, goPatience)
    }
    const stop = () => wait(false)
    // Heard in the capture phase, before any listener of the page.
    const onLetter = (event: KeyboardEvent) => {
      if (!isGoing.current || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
      stop()
      if (event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopImmediatePropagation()
      places.find(({ key }) => key === event.key)?.go()
    }
    const onKey = (event: KeyboardEvent) => {
      if (pressRecordKey(event) || !isForPage(event)) return
      if (event.key === 'g' && !event.repeat && places.length > 0) wait(true)
      else if (event.key === '?' && !document.querySelector('[data-list-help]')) setHelp(true)
      else return
      event.preventDefault()
    }
    if (goWaits() && places.length > 0) wait(true)
    document.addEventListener('keydown', onKey)
    window.addEventListener('keydown', onLetter, { capture: true })
    window.addEventListener('pointerdown', stop, { capture: true })
    return () => {
      clearTimeout(timer)
      isGoing.current = false
      document.removeEventListener('keydown', onKey)
      window.removeEventListener('keydown', onLetter, { capture: true })
      window.removeEventListener('pointerdown', stop, { capture: true })
    }
  }, [places])
  return (
    <>
      <div role="status">
        {going && (
          <ul className={classes.hint} aria-label={t('Go to')}>
            {places.map(({ key, label }) => (
              <li key={key} className="row gap-6 nowrap">
                <Kbd size="xs">{key}</Kbd> {t(label)}
              </li>
            ))}
          </ul>
        )}
      </div>
      {help && (
        <Dialog title={t('Keyboard shortcuts')} onClose={() => setHelp(false)}>
          {/* i18n: keys that work on every page */}
          <KeyList title={t('Everywhere')} lines={everywhere} />
        </Dialog>
      )}
    </>
  )
}

const everywhere = [
  [['g'], msg('Go to another page by its letter')],
  [['?'], msg('These shortcuts')],
] as const
