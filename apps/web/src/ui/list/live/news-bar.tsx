import { Button } from '@mantine/core'
import { IconArrowUp, IconRefresh } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { count, counted } from '../../format/locale.ts'
import type { LiveList } from './use-live-rows.ts'

/** The least time between two announcements of new rows, in milliseconds. */
const pause = 10_000

/** Takes no room, so that nothing moves when it comes. */
const place = { position: 'relative', zIndex: 3, height: 0, marginBottom: -12 } as const
const bar = {
  position: 'absolute',
  top: -15,
  left: '50%',
  boxShadow: 'var(--mantine-shadow-sm)',
  transform: 'translateX(-50%)',
} as const

/** Says above the rows that new ones wait, on the first page, or that the order has changed; its button shows them. */
export function NewsBar(props: {
  live: LiveList
  first: boolean
  words: { one: string; many: string }
  list: RefObject<HTMLElement | null>
}) {
  const { list, live } = props
  const { one, many } = props.words
  const { news, moved } = live
  const isNew = news > 0 && props.first
  const words = isNew ? `${count(news)} new` : news > 0 || moved ? 'Order changed' : ''
  const said = useCalm(
    words === ''
      ? ''
      : isNew
        ? `${counted(news, `new ${one}`, `new ${many}`)}. Use the button above the rows to show them.`
        : 'The order has changed. Use the button above the rows to update it.',
  )
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
          aria-label={isNew ? `${words}: show` : `${words}: update the list`}
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
        {said}
      </p>
    </div>
  )
}

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
