import { CloseButton } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/CloseButton.css'
import { useId, useRef } from 'react'
import { isCovered, isModified, targetOf } from '../keys/key-context.ts'
import { useDocumentKey } from '../keys/use-document-key.ts'
import classes from './record.module.css'
import { type RecordFrameProps, RecordSteps, useArrival, useWalkKeys } from './record-frame.tsx'
import { useCloseKey } from './use-close-key.ts'

/** A record beside its list (split view): F6 switches between them, Escape closes. */
export function RecordBeside(props: RecordFrameProps & { onList: () => void }) {
  const frame = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const id = useId()
  // The list handles keys inside it; keys pressed without a focus go to the record.
  useWalkKeys(true, props, (target, event) => {
    const isNowhere = target === null || target === document.body || target.matches('main')
    return (isNowhere || frame.current?.contains(target) === true) && !isCovered(event)
  })
  useDocumentKey((event) => {
    if (event.key !== 'F6' || event.defaultPrevented || isCovered(event)) return
    if (isModified(event) || event.shiftKey) return
    event.preventDefault()
    if (frame.current?.contains(targetOf(event))) props.onList()
    else title.current?.focus()
  })
  useCloseKey(true, frame, props.onClose)
  const said = useArrival(props, frame, title)
  return (
    <section
      ref={frame}
      data-record={props.id ?? ''}
      data-beside
      aria-labelledby={id}
      className={`stack grow fills ${classes.beside}`}
    >
      <div className={classes.header}>
        <h2 ref={title} id={id} tabIndex={-1} data-record-title className={classes.title}>
          <bdi dir="auto">{props.title}</bdi>
        </h2>
        <RecordSteps {...props} />
        <CloseButton
          size={28}
          aria-label={t('Close (Esc)')}
          title={t('Close (Esc)')}
          onClick={props.onClose}
        />
      </div>
      <div data-record-scroll className={classes.besideBody}>
        {props.children}
      </div>
      <p role="status" className="unseen">
        {said}
      </p>
    </section>
  )
}
