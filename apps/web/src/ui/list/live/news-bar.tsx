import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconArrowUp, IconRefresh } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ListSpec } from '../definition/list-spec.ts'
import type { LiveList } from './use-live-rows.ts'

/** The least time between two announcements of new rows, in milliseconds. */
const pause = 10_000

/** Takes no room, so that nothing moves when it comes. */
const place = { position: 'relative', zIndex: 3, height: 0, marginBottom: -12 } as const
const bar = {
  position: 'absolute',
  top: -15,
  insetInline: 0,
  width: 'fit-content',
  marginInline: 'auto',
  boxShadow: 'var(--mantine-shadow-sm)',
} as const

/** Says above the rows that new ones wait, on the first page, or that the order has changed; its button shows them. */
export function NewsBar(props: {
  live: LiveList
  first: boolean
  words: Pick<ListSpec, 'one' | 'many'>
  list: RefObject<HTMLElement | null>
}) {
  const { list, live } = props
  const { news, moved } = live
  const isNew = news > 0 && props.first
  const { words, label, said } = isNew
    ? newWords(news, props.words)
    : news > 0 || moved
      ? movedWords()
      : noWords
  const calm = useCalm(said)
  const Icon = isNew ? IconArrowUp : IconRefresh
  return (
    <div style={place}>
      {words !== '' && (
        <Button
          variant="filled"
          size="compact-md"
          radius="xl"
          style={bar}
          leftSection={<Icon size="0.875rem" aria-hidden />}
          aria-label={label}
          onClick={() => {
            live.take()
            list.current?.scrollTo(0, 0)
            // The button is gone: the keyboard goes on at the first row.
            setTimeout(() => list.current?.querySelector<HTMLElement>('[data-row]')?.focus())
          }}
        >
          {words}
        </Button>
      )}
      <p role="status" className="unseen">
        {calm}
      </p>
    </div>
  )
}

/** What the button says, its name, and what is announced. */
interface Words {
  words: string
  label: string
  said: string
}

const noWords: Words = { words: '', label: '', said: '' }

const newWords = (count: number, nouns: Pick<ListSpec, 'one' | 'many'>): Words => ({
  // i18n: new rows of a list
  words: t('{count, plural, one {# new} other {# new}}', { count }),
  // i18n: a button that shows the new rows of a list
  label: t('{count, plural, one {# new: show} other {# new: show}}', { count }),
  said: t(
    // i18n: {one} and {many} are nouns such as “bill” and “bills”
    '{count, plural, one {# new {one}. Use the button above the rows to show them.} other {# new {many}. Use the button above the rows to show them.}}',
    { count, one: t(nouns.one), many: t(nouns.many) },
  ),
})

const movedWords = (): Words => ({
  words: t('Order changed'),
  label: t('Order changed: update the list'),
  said: t('The order has changed. Use the button above the rows to update it.'),
})

/** A text that changes rarely, for announcements; its first change and '' apply at once. */
function useCalm(text: string): string {
  const [said, setSaid] = useState(text)
  const last = useRef(0)
  useEffect(() => {
    const wait = text === '' ? 0 : Math.max(0, last.current + pause - Date.now())
    const timer = setTimeout(() => {
      if (text !== '') last.current = Date.now()
      setSaid(text)
    }, wait)
    return () => clearTimeout(timer)
  }, [text])
  return said
}
