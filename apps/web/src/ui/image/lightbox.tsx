import { ActionIcon } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconChevronLeft, IconChevronRight, IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { fileUrl } from '../../api/config.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { readingKey } from '../keys/reading-key.ts'
import { useDocumentKey } from '../keys/use-document-key.ts'
import classes from './lightbox.module.css'

/** Shows pictures at full size; arrow keys go to the next one. `at` is null while it is closed. */
export function Lightbox(props: {
  images: readonly string[]
  at: number | null
  onGo: (at: number) => void
  onClose: () => void
}) {
  const { images, at, onGo } = props
  // The last picture is kept while the dialog fades out.
  const [last, setLast] = useState(0)
  const [broken, setBroken] = useState<string | null>(null)
  if (at !== null && at !== last) setLast(at)
  const index = at ?? last
  const image = images[index]
  const step = (by: number) => onGo((index + by + images.length) % images.length)
  // On the document, as the focus is lost when the record moves between drawer and page.
  const hear = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[readingKey(event)]
    if (by === undefined) return
    event.preventDefault()
    step(by)
  }
  useDocumentKey(hear, at !== null && images.length > 1, true)
  if (image === undefined) return null
  const url = fileUrl(image)
  const place = { place: index + 1, total: images.length }
  return (
    <Dialog
      opened={at !== null}
      onClose={props.onClose}
      size="picture"
      title={t('Image {place} of {total}', place)}
    >
      <div className={classes.stage}>
        {broken === image ? (
          <p>{t('This image couldn’t be loaded.')}</p>
        ) : (
          <img
            key={image}
            src={url}
            alt={t('{place} of {total}', place)}
            referrerPolicy="no-referrer"
            onError={() => setBroken(image)}
          />
        )}
      </div>
      <div className="row gap-8 mt-12">
        {images.length > 1 && (
          <>
            <ActionIcon
              variant="default"
              aria-label={t('Previous image (←)')}
              onClick={() => step(-1)}
            >
              <IconChevronLeft size="1.125rem" aria-hidden />
            </ActionIcon>
            <ActionIcon variant="default" aria-label={t('Next image (→)')} onClick={() => step(1)}>
              <IconChevronRight size="1.125rem" aria-hidden />
            </ActionIcon>
          </>
        )}
        {/* The URL is entered by users: it becomes a link only if it is http(s). */}
        {/^https?:\/\//i.test(url) && (
          <a
            className="inline-row gap-6 to-side"
            style={{ color: 'var(--steward-accent-text)' }}
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            <IconExternalLink size="1rem" aria-hidden /> {t('Open in a new tab')}
          </a>
        )}
      </div>
    </Dialog>
  )
}
