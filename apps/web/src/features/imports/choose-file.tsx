import { Button, FileButton, Loader, Progress, Stack, type StackProps } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Progress.css'
import '@mantine/core/styles/Stack.css'
import type { ImportArea } from '@steward/contract/areas/areas'
import type { ImportFile } from '@steward/contract/imports/imports'
import { IconFileSearch, IconFileUpload } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { rich } from '../../ui/format/rich.tsx'
import { useFileDrop } from '../../ui/image/use-file-drop.ts'
import { PageSection } from '../../ui/page/record-page.tsx'
import classes from './imports.module.css'
import { useUpload } from './use-upload.ts'

const acceptedFiles = '.csv,.tsv,.txt,.ndjson,.jsonl,text/csv,application/x-ndjson'

const FilePart = (props: StackProps) => (
  <PageSection title={t('File')}>
    <Stack
      role="group"
      aria-label={t('File')}
      gap={10}
      align="center"
      justify="center"
      className={classes.drop}
      {...props}
    />
  </PageSection>
)

/** Where a file is chosen or dropped; `problem` is why the previous one was refused. */
export function ChooseFile(props: {
  area: ImportArea
  many: string
  problem: string | null
  onFile: (file: ImportFile) => void
}) {
  const { sending, problem, take, cancel } = useUpload(props.area, props.onFile)
  const drop = useFileDrop((file) => void take(file))
  const reset = useRef<() => void>(null)
  const id = useId()
  return (
    <FilePart aria-describedby={`${id}-hint`} {...drop}>
      <IconFileUpload className="dim" size="2rem" stroke={1.5} aria-hidden />
      {sending ? (
        <>
          <p role="status">
            {rich('Sending {file}: {percent}%', {
              file: <bdi>{sending.name}</bdi>,
              percent: Math.floor(sending.part * 100),
            })}
          </p>
          <Progress value={sending.part * 100} aria-label={t('Upload')} w="min(24rem, 100%)" />
          <Button onClick={cancel}>{t('Cancel')}</Button>
        </>
      ) : (
        <>
          <p>
            {/* i18n: {many} is a plural noun such as “bills”; the button “Choose a file” follows */}
            {t('Drop a file of {many} here, or', { many: t(props.many) })}
          </p>
          <FileButton
            accept={acceptedFiles}
            inputProps={{ 'aria-label': t('File') }}
            resetRef={reset}
            onChange={(file) => {
              void take(file ?? undefined)
              // Resets the input, so that the same file can be chosen again.
              reset.current?.()
            }}
          >
            {(button) => (
              <Button variant="filled" {...button}>
                {t('Choose a file')}
              </Button>
            )}
          </FileButton>
          <p id={`${id}-hint`} className="dim small">
            {t('CSV or NDJSON, up to 200 MB. Nothing is imported until you have seen a preview.')}
          </p>
        </>
      )}
      <p role="alert" className="error-text hide-empty">
        {sending ? null : (problem ?? props.problem)}
      </p>
    </FilePart>
  )
}

/** Shown while a file uploads; as high as the file chooser, so that nothing moves. */
export function ReadingFile(props: { name: string | undefined; onCancel: () => void }) {
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that had the focus has been removed.
    if (document.activeElement === document.body) cancel.current?.focus()
  }, [])
  return (
    <FilePart>
      <IconFileSearch size="2rem" stroke={1.5} aria-hidden />
      <p role="status">
        {props.name === undefined
          ? t('Reading the file…')
          : rich('Reading {file}…', { file: <bdi>{props.name}</bdi> })}
      </p>
      <Loader type="dots" role="progressbar" aria-label={t('Reading the file')} />
      <Button ref={cancel} onClick={props.onCancel}>
        {t('Cancel')}
      </Button>
    </FilePart>
  )
}
