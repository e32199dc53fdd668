import { Button, FileButton } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconPhotoUp, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { lazyPart } from '../page/lazy-part.tsx'
import classes from './image.module.css'
import { Picture } from './picture.tsx'
import { acceptedPictures, type Chosen, readPicture } from './picture-file.ts'
import { useFileDrop } from './use-file-drop.ts'

const ImageCrop = lazyPart(async () => (await import('./image-crop.tsx')).ImageCrop)

/**
 * Chooses and crops a picture; `value` is a URL, a `data:` URL for a new one, or empty.
 * @param props.name gives the initials that are shown without a picture
 */
export function ImageField(props: {
  label: string
  shape: 'person' | 'thing'
  value: string
  name: string | null
  error?: ReactNode
  disabled?: boolean
  hidden?: boolean
  onChange: (value: string) => void
}) {
  const { label, shape, value, onChange } = props
  const [problem, setProblem] = useState<string | null>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const reset = useRef<() => void>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const error = problem ?? props.error
  useEffect(() => () => chosen?.release(), [chosen])

  const take = async (file: File | undefined) => {
    if (!file) return
    setProblem(null)
    const read = await readPicture(file)
    if (typeof read === 'string') setProblem(read)
    else setChosen(read)
    // Resets the input, so that the same file can be chosen again.
    reset.current?.()
  }
  const drop = useFileDrop((file) => void take(file))
  const close = () => {
    setChosen(null)
    button.current?.focus()
  }
  if (props.hidden) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out like a field
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint ${id}-error`}
      className={classes.field}
      data-error-here={props.error ? true : undefined}
      {...drop}
    >
      <Picture shape={shape} src={value || null} name={props.name} size={72} />
      <div className={classes.choice}>
        <span id={`${id}-label`} className="medium">
          {label}
        </span>
        <div className="flex wrap gap-8">
          <FileButton
            disabled={props.disabled === true}
            accept={acceptedPictures}
            inputProps={{ 'aria-label': label }}
            resetRef={reset}
            onChange={(file) => void take(file ?? undefined)}
          >
            {(choose) => (
              <Button
                ref={button}
                size="xs"
                disabled={props.disabled === true}
                leftSection={<IconPhotoUp size="1rem" aria-hidden />}
                {...choose}
              >
                {value === '' ? t('Choose a picture') : t('Change picture')}
              </Button>
            )}
          </FileButton>
          {value !== '' && !props.disabled && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              leftSection={<IconTrash size="1rem" aria-hidden />}
              onClick={() => {
                setProblem(null)
                onChange('')
                button.current?.focus()
              }}
            >
              {t('Remove picture')}
            </Button>
          )}
        </div>
        <span id={`${id}-hint`} className="dim xs">
          {t('JPEG, PNG, WebP, GIF or AVIF, up to 5 MB')}
        </span>
        <span id={`${id}-error`} className="error-text xs hide-empty" role="alert">
          {error}
        </span>
      </div>
      {chosen && (
        <ImageCrop
          picture={chosen}
          shape={shape}
          onClose={close}
          onUse={(image) => {
            onChange(image)
            close()
          }}
        />
      )}
    </div>
  )
}
