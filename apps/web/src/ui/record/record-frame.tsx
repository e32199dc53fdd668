import { ActionIcon } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { inRow } from '../format/phrases.ts'
import { isModified, targetOf, typed } from '../keys/key-context.ts'
import { useSingleKeys } from '../keys/single-keys.ts'
import { useDocumentKey } from '../keys/use-document-key.ts'

export interface RecordFrameProps {
  id: string | null
  title: string
  /** The position in the list, such as `26 of 1,024`; null if unknown. */
  place: string | null
  /** Undefined for the first record, as `onNext` is for the last one. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** True while the record is to get the focus: when opened, not when walked to. */
  wanted: RefObject<boolean>
  onClose: () => void
  children: ReactNode
}

export function RecordSteps(props: RecordFrameProps) {
  const { onPrevious, onNext } = props
  if (!onPrevious && !onNext && props.place === null) return null
  const step = (label: string, act: (() => void) | undefined, icon: ReactNode) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      disabled={!act}
      onClick={act}
    >
      {icon}
    </ActionIcon>
  )
  return (
    <>
      <span className="dim xs nowrap" style={{ marginInline: 'auto 4px' }}>
        {props.place}
      </span>
      {step(t('Previous record (p)'), onPrevious, <IconChevronUp size="1.125rem" aria-hidden />)}
      {step(t('Next record (n)'), onNext, <IconChevronDown size="1.125rem" aria-hidden />)}
    </>
  )
}

/** Handles the keys n and j (next), p and k (previous), except in fields. */
export function useWalkKeys(
  on: boolean,
  { onPrevious, onNext }: Pick<RecordFrameProps, 'onPrevious' | 'onNext'>,
  isOurs: (target: Element | null, event: KeyboardEvent) => boolean,
): void {
  // Heard on the document, as the focus moves into the record only after it has opened.
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

/** Focuses another record's title; if the focus is elsewhere, returns it for screen readers. */
export function useArrival(
  { id, title, place, wanted }: RecordFrameProps,
  frame: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
): string {
  const [said, setSaid] = useState('')
  const shown = useRef<string | null>(null)
  const words = useRef('')
  words.current = inRow([title, place ?? ''].filter(Boolean))
  // Runs before the next paint, after which the focused element may have been removed.
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
  // Handles a focused element that is removed later.
  useEffect(() => {
    if (id === null) return
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    }, 80)
    return () => clearTimeout(timer)
  }, [id, heading])
  return said
}
