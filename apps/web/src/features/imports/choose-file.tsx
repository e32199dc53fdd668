import { Button, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import type { ImportArea } from '@steward/contract/areas/areas'
import type { ImportFile } from '@steward/contract/records/imports'
import { IconFileSearch, IconFileUpload } from '@tabler/icons-react'
import { type ComponentProps, useEffect, useId, useRef } from 'react'
import { useFileDrop } from '../../ui/image/use-file-drop.ts'
import { PageSection } from '../../ui/page/record-page.tsx'
import { acceptedFiles } from './import-file.ts'
import classes from './imports.module.css'
import { useUpload } from './use-upload.ts'

/** The part of the page where a file is chosen and read for the first time. */
function FilePart(props: ComponentProps<'div'>) {
  return (
    <PageSection title="File">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out like this */}
      <div role="group" aria-label="File" className={classes.drop} {...props} />
    </PageSection>
  )
}

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
  return (
    <FilePart aria-describedby={`${id}-hint`} {...drop}>
      <IconFileUpload size="2rem" stroke={1.5} aria-hidden />
      {sending ? (
        <>
          <p role="status" className={classes.plain}>
            Sending <bdi>{sending.name}</bdi>: {Math.floor(sending.part * 100)}%
          </p>
          <Progress value={sending.part * 100} aria-label="Upload" w="min(24rem, 100%)" />
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        </>
      ) : (
        <>
          <p className={classes.plain}>Drop a file of {props.many} here, or</p>
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
    </FilePart>
  )
}

/** While a file is read for the first time; it takes as much room as the choice of the file before. */
export function ReadingFile(props: { name: string | undefined; onCancel: () => void }) {
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Whatever was pressed before is gone.
    if (document.activeElement === document.body) cancel.current?.focus()
  }, [])
  return (
    <FilePart>
      <IconFileSearch size="2rem" stroke={1.5} aria-hidden />
      <p role="status" className={classes.plain}>
        Reading {props.name === undefined ? 'the file' : <bdi>{props.name}</bdi>}…
      </p>
      <div role="progressbar" aria-label="Reading the file" className={classes.reading} />
      <Button ref={cancel} variant="default" onClick={props.onCancel}>
        Cancel
      </Button>
    </FilePart>
  )
}
