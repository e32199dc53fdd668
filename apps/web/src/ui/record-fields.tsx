import type { ReactNode } from 'react'
import { fileUrl } from '../api/config.ts'
import { listOf, textOf } from '../api/read.ts'
import { Picture } from './picture.tsx'
import classes from './record.module.css'
import { Text } from './text.tsx'

/** Names and values of a record, one below the other. */
export function Fields(props: { children: ReactNode }) {
  return <dl className={classes.fields}>{props.children}</dl>
}

/** One field of {@link Fields}. */
export function Field(props: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </>
  )
}

/** A record's id, to be copied. */
export function IdField(props: { id: unknown }) {
  return (
    <Field label="Id">
      <span className={classes.id}>
        <Text value={props.id} />
      </span>
    </Field>
  )
}

/** A part of a record under its own heading. */
export function Block(props: { title: string; children: ReactNode }) {
  return (
    <section className={classes.block}>
      <h3>{props.title}</h3>
      {props.children}
    </section>
  )
}

/**
 * The head of a record: its picture, its title and a line below.
 * @param props.title as written; shown whole
 */
export function RecordTop(props: {
  shape: 'person' | 'thing'
  image: unknown
  title: unknown
  children?: ReactNode
}) {
  return (
    <div className={classes.top}>
      <Picture shape={props.shape} src={textOf(props.image)} name={textOf(props.title)} size={56} />
      <div>
        <h2>
          <Text value={props.title} />
        </h2>
        {props.children}
      </div>
    </div>
  )
}

/** The images of a record as thumbnails, each a link to the whole image; nothing where there are none. */
export function Thumbs(props: { images: readonly (string | null)[] | null | undefined }) {
  const images = listOf(props.images).filter((image) => textOf(image) !== null)
  if (images.length === 0) return null
  return (
    <Block title={images.length === 1 ? '1 image' : `${images.length} images`}>
      <ul className={classes.thumbs}>
        {images.map((image, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same image may stand there twice
          <li key={index}>
            <ImageLink image={image} label={`Image ${index + 1} of ${images.length}`} />
          </li>
        ))}
      </ul>
    </Block>
  )
}

function ImageLink({ image, label }: { image: string; label: string }) {
  const picture = <Picture shape="thing" src={image} name={null} size={96} />
  const url = fileUrl(image)
  // An address is somebody's data: nothing but the web may be followed.
  if (!/^https?:\/\//i.test(url)) return picture
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" aria-label={label}>
      {picture}
    </a>
  )
}
