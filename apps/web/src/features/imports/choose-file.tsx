import { Button, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import type { ImportArea } from '@steward/contract/areas'
import type { ImportFile } from '@steward/contract/imports'
import { IconFileUpload } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { useFileDrop } from '../../ui/image/use-file-drop.ts'
import { acceptedFiles } from './import-file.ts'
import classes from './imports.module.css'
import { useUpload } from './use-upload.ts'

/**
 * Where a file is chosen or dropped, and sent.
 * @param props.problem why there is none any more
 */
export function ChooseFile(props: {
  area: ImportArea
  many: string
  problem: string | null
  onFile: (file: ImportFile) => void
}) {
  const { sending, problem, take, cancel } = useUpload(props.area, props.onFile)
  const drop = useFileDrop((file) => void take(file))
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    if (!sending) return
    // Leaving the page would cut the file off.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [sending])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out like this
    <div
      role="group"
      aria-label="File"
      aria-describedby={`${id}-hint`}
      className={classes.drop}
      {...drop}
    >
      <IconFileUpload size="2rem" stroke={1.5} aria-hidden />
      {sending ? (
        <>
          <p role="status" className={classes.dropWords}>
            Sending <bdi>{sending.name}</bdi>: {Math.floor(sending.part * 100)}%
          </p>
          <Progress
            value={sending.part * 100}
            aria-label="Upload"
            className={classes.dropProgress}
          />
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        </>
      ) : (
        <>
          <p className={classes.dropWords}>Drop a file of {props.many} here, or</p>
          <Button onClick={() => input.current?.click()}>Choose a file</Button>
          <p id={`${id}-hint`} className={classes.hint}>
            CSV or NDJSON, up to 200 MB. Nothing is imported until you have seen a preview.
          </p>
        </>
      )}
      <p role="alert" className={classes.error}>
        {sending ? null : (problem ?? props.problem)}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedFiles}
        aria-label="File"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          // The same file can be chosen again.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
