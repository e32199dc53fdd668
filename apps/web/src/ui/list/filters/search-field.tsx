import { CloseButton, TextInput } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useSingleKeys } from '../../keys/single-keys.ts'
import classes from '../screen/list.module.css'

const pause = 250

/** The search of a list. Answers as one types, debounced (`typing`: it goes on from an earlier text); Escape clears it. */
export function ListSearch(props: {
  value: string
  label: string
  hint: string
  onSearch: (text: string, typing: boolean) => void
}) {
  const { value, onSearch } = props
  const hearsKeys = useSingleKeys(({ on }) => on)
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The search was changed from outside, by Back or a link: the field follows.
  if (value !== sent) {
    setSent(value)
    setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  const send = (next: string) => {
    clearTimeout(timer.current)
    if (next === sent) return
    setSent(next)
    onSearch(next, sent !== '' && next !== '')
  }
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(next), pause)
  }
  const clear = () => {
    setText('')
    send('')
  }
  return (
    <TextInput
      data-list-search
      type="text"
      inputMode="search"
      enterKeyHint="search"
      size="sm"
      className={classes.search}
      value={text}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      aria-label={props.label}
      placeholder={props.hint}
      leftSection={<IconSearch size="1rem" aria-hidden />}
      rightSectionPointerEvents="all"
      rightSection={
        text === '' ? (
          hearsKeys && (
            <kbd aria-hidden className={classes.slash}>
              /
            </kbd>
          )
        ) : (
          <CloseButton size={24} aria-label={t('Clear search')} onClick={clear} />
        )
      }
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        // The Enter that ends the composing of a character is no Enter of ours.
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) send(text)
        if (event.key !== 'Escape') return
        event.stopPropagation()
        if (text === '') event.currentTarget.blur()
        else clear()
      }}
    />
  )
}
