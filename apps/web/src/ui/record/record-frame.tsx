import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isModified, targetOf, typed } from '../keys/key-context.ts'
import { useSingleKeys } from '../keys/single-keys.ts'
import { useDocumentKey } from '../keys/use-document-key.ts'
import classes from './record.module.css'

export interface RecordFrameProps {
  id: string | null
  title: string
  /** `26 of 1,024`; null where unknown. */
  place: string | null
  /** Absent on the first record, as `onNext` on the last. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** Set while the record is to get the focus: opened, not walked by. */
  wanted: RefObject<boolean>
  onClose: () => void
  children: ReactNode
}

export function RecordSteps(props: RecordFrameProps) {
  const { onPrevious, onNext } = props
  if (!onPrevious && !onNext && props.place === null) return null
  return (
    <>
      <span className={classes.place}>{props.place}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Previous record (p)"
        title="Previous record (p)"
        disabled={!onPrevious}
        onClick={onPrevious}
      >
        <IconChevronUp size="1.125rem" aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Next record (n)"
        title="Next record (n)"
        disabled={!onNext}
        onClick={onNext}
      >
        <IconChevronDown size="1.125rem" aria-hidden />
      </ActionIcon>
    </>
  )
}

/** n and j, p and k, except in fields. */
export function useWalkKeys(
  on: boolean,
  { onPrevious, onNext }: Pick<RecordFrameProps, 'onPrevious' | 'onNext'>,
  isOurs: (target: Element | null, event: KeyboardEvent) => boolean,
): void {
  // On the document: the focus enters the record a moment after it opens.
  useDocumentKey((event) => {
    if (isModified(event) || event.defaultPrevented || !useSingleKeys.getState().on) return
    const target = targetOf(event)
    if (target?.closest(`${typed}, input`) || !isOurs(target, event)) return
    const steps = { n: onNext, j: onNext, p: onPrevious, k: onPrevious }
    if (!(event.key in steps)) return
    event.preventDefault()
    steps[event.key as keyof typeof steps]?.()
  }, on)
}

/** Focuses the title of another record. @returns the title for screen readers where the focus is elsewhere */
export function useArrival(
  { id, title, place, wanted }: RecordFrameProps,
  frame: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
): string {
  const [said, setSaid] = useState('')
  const shown = useRef<string | null>(null)
  const words = useRef('')
  words.current = [title, place].filter(Boolean).join(', ')
  // Before the next paint, after which the focused element may be gone.
  useLayoutEffect(() => {
    if (id === null || shown.current === id) return
    const isFirst = shown.current === null
    shown.current = id
    const { activeElement, body } = document
    const isLost = activeElement === null || activeElement === body
    const isWithin = frame.current?.contains(activeElement) ?? false
    const hasTitle = activeElement === heading.current
    if (wanted.current || isLost || isWithin) heading.current?.focus({ preventScroll: true })
    if (!isFirst && (hasTitle || !(wanted.current || isLost || isWithin))) setSaid(words.current)
    wanted.current = false
    heading.current?.closest('[data-record-scroll]')?.scrollTo(0, 0)
  }, [id, frame, heading, wanted])
  // The focused element may leave later.
  useEffect(() => {
    if (id === null) return
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    }, 80)
    return () => clearTimeout(timer)
  }, [id, heading])
  return said
}
