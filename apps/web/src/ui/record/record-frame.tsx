import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isModified, targetOf, typed } from '../keys/key-context.ts'
import { useSingleKeys } from '../keys/single-keys.ts'
import { useDocumentKey } from '../keys/use-document-key.ts'
import classes from './record.module.css'

/** What the frame of an open record is given, be it a drawer or a part of the page. */
export interface RecordFrameProps {
  /** The record that is open. */
  id: string | null
  /** The record in a few words, as written. */
  title: string
  /** Where it stands in its list, such as `26 of 1,024`; null where that isn't known. */
  place: string | null
  /** Absent on the first record, as `onNext` on the last. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** Set while the record is to get the focus, as it was opened and not only walked by. */
  wanted: RefObject<boolean>
  onClose: () => void
  children: ReactNode
}

/** The way to the records before and after the open one. */
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

/** Hears n and j, p and k anywhere but in fields. */
export function useWalkKeys(
  on: boolean,
  { onPrevious, onNext }: Pick<RecordFrameProps, 'onPrevious' | 'onNext'>,
  isOurs: (target: Element | null, event: KeyboardEvent) => boolean,
): void {
  // On the document, as the focus is in the record only a moment after it has opened.
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

/**
 * Where another record comes into the frame, the focus goes to its title, or a screen reader is told the
 * title where the focus is elsewhere. @returns what a screen reader is told
 */
export function useArrival(
  { id, title, place, wanted }: RecordFrameProps,
  frame: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
): string {
  const [said, setSaid] = useState('')
  const shown = useRef<string | null>(null)
  const words = useRef('')
  words.current = [title, place].filter(Boolean).join(', ')
  // Before what is painted next: with what the focus was on, it may be gone a moment later.
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
  // What the focus was on may leave later, as a button of the record before.
  useEffect(() => {
    if (id === null) return
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    }, 80)
    return () => clearTimeout(timer)
  }, [id, heading])
  return said
}
