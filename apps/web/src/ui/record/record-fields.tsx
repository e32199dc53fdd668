import { UnstyledButton } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { type ReactNode, useState } from 'react'
import { Text } from '../format/text.tsx'
import { Lightbox } from '../image/lightbox.tsx'
import { Picture } from '../image/picture.tsx'
import classes from './record.module.css'

export function Fields(props: { children: ReactNode }) {
  return <dl className={classes.fields}>{props.children}</dl>
}

export function Field(props: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="dim">{props.label}</dt>
      <dd className="shrinks anywhere">{props.children}</dd>
    </>
  )
}

export function IdField(props: { id: string }) {
  return (
    // i18n: short for identifier
    <Field label={t('Id')}>
      <span className="mono xs">
        <Text value={props.id} />
      </span>
    </Field>
  )
}

export function Block(props: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-8">{props.title}</h3>
      {props.children}
    </section>
  )
}

export function RecordTop(props: {
  shape: 'person' | 'thing'
  image: string | null | undefined
  title: string | null | undefined
  children?: ReactNode
}) {
  return (
    <div className="row gap-16 shrinks">
      <Picture shape={props.shape} src={props.image ?? null} name={props.title ?? null} size={56} />
      <div className="shrinks">{props.children}</div>
    </div>
  )
}

export function Thumbs(props: { images: readonly string[] | null | undefined }) {
  const [at, setAt] = useState<number | null>(null)
  const images = (props.images ?? []).filter((image) => image)
  if (images.length === 0) return null
  return (
    <Block title={t('{count, plural, one {# image} other {# images}}', { count: images.length })}>
      <ul className="flex wrap gap-8">
        {images.map((image, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same image may stand there twice
          <li key={index}>
            <UnstyledButton
              style={{ cursor: 'zoom-in' }}
              aria-label={t('Image {place} of {total}', { place: index + 1, total: images.length })}
              onClick={() => setAt(index)}
            >
              <Picture shape="thing" src={image} name={null} size={96} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Lightbox images={images} at={at} onGo={setAt} onClose={() => setAt(null)} />
    </Block>
  )
}

/** Dims a record while the code of its form is loading. */
export const Leaving = (props: { on: boolean; children: ReactNode }) => (
  <div className="stack gap-24 dim-while-busy" aria-busy={props.on}>
    {props.children}
  </div>
)
