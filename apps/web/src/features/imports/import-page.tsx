import { Button, Group } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Group.css'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { unwatchJob, useWatchedJobs, watchJob } from '../../api/browser/watched-jobs.ts'
import { call } from '../../api/client.ts'
import { toFailure, wordsOf } from '../../api/failure.ts'
import { isOpen, jobOptions } from '../../api/jobs.queries.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { JobCard } from '../../shared/jobs/job-card.tsx'
import { everythingAt } from '../../shared/lists/lists.ts'
import { NotPermitted } from '../../shared/permissions/not-permitted.tsx'
import { PageMessage } from '../../ui/page/page-message.tsx'
import { BackLink, RecordPage } from '../../ui/page/record-page.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { ChooseFile, ReadingFile } from './choose-file.tsx'
import { ImportForm } from './import-form.tsx'
import { forgetImportValues } from './import-values.ts'
import classes from './imports.module.css'
import { type ImportKind, importKinds } from './kinds.ts'

const importFileOptions = (id: string) =>
  queryOptions({
    queryKey: ['imports.details', id],
    queryFn: async ({ signal }) => (await call('imports.details', { params: { id }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

export function ImportPage() {
  const { what } = useParams({ from: '/guarded/import/$what' })
  const can = useCan()
  const has = useHasCall('imports.create')
  const kind = Object.hasOwn(importKinds, what) ? importKinds[what] : undefined
  if (!kind)
    return (
      <PageMessage title={t('Nothing to import here')}>
        <p>{t('The address is incomplete or incorrect.')}</p>
      </PageMessage>
    )
  if (!has)
    return (
      <PageMessage title={t('This server can’t import files')}>
        <p>
          {/* i18n: {many} is a plural noun such as “bills” */}
          {t('It can’t import {many}. Ask its administrators to import them.', {
            many: t(kind.many),
          })}
        </p>
      </PageMessage>
    )
  const missing = kind.needs.find((each) => !can(each))
  if (missing) return <NotPermitted permission={missing} />
  return <Import key={what} kind={kind} />
}

/** The import page; its URL holds the ids of the uploaded file and of its job. */
function Import({ kind }: { kind: ImportKind }) {
  const { file: fileId = null, job: jobId = null } = useSearch({ from: '/guarded/import/$what' })
  const navigate = useNavigate({ from: '/import/$what' })
  const client = useQueryClient()
  const file = useQuery({ ...importFileOptions(fileId ?? ''), enabled: fileId !== null })
  const go = (to: { file?: string | undefined; job?: string | undefined }) =>
    void navigate({
      search: (before) => ({ ...before, ...to }),
      replace: true,
      resetScroll: false,
    })

  useEffect(() => {
    useWatchedJobs.setState({ onPage: jobId })
    return () => useWatchedJobs.setState({ onPage: null })
  }, [jobId])

  const other = () => {
    if (fileId !== null) {
      forgetImportValues(fileId)
      // If this fails, the server deletes the file after a week.
      call('imports.delete', { params: { id: fileId } }).catch(() => {})
    }
    go({ file: undefined, job: undefined })
  }
  const failure = file.error && toFailure(file.error)
  const gone = failure?.status === 404
  // A file is deleted after its import; that is no problem, as the job reports the result.
  const problem = !failure || (gone && jobId !== null) ? null : wordsOf(failure)
  const reload = () => void client.invalidateQueries({ queryKey: ['imports.details', fileId] })
  return (
    <RecordPage
      back={<BackLink to={kind.list} label={t(kind.listTitle)} />}
      // i18n: {many} is a plural noun such as “bills”
      title={t('Import {many}', { many: t(kind.many) })}
      below={file.data && !gone ? <bdi>{file.data.fileName}</bdi> : undefined}
    >
      {jobId !== null && (
        <ImportJob
          id={jobId}
          kind={kind}
          onEnd={reload}
          onClose={() => go({ job: undefined })}
          onAnother={() => go({ file: undefined, job: undefined })}
        />
      )}
      {fileId !== null && file.isPending ? (
        <ReadingFile name={undefined} onCancel={other} />
      ) : file.data && !failure ? (
        <ImportForm
          key={file.data._id}
          file={file.data}
          kind={kind}
          jobId={jobId}
          onOther={other}
          onJob={(job) => {
            // Stops showing the earlier check, whose result has been read.
            if (jobId !== null) unwatchJob(jobId)
            watchJob(job)
            go({ job })
          }}
        />
      ) : (
        !(gone && jobId !== null) && (
          <ChooseFile
            area={kind.area}
            many={kind.many}
            problem={problem}
            onFile={(sent) => {
              client.setQueryData(importFileOptions(sent._id).queryKey, sent)
              go({ file: sent._id, job: undefined })
            }}
          />
        )
      )}
    </RecordPage>
  )
}

/** The job of an import or a check, and where to go once it is done. */
function ImportJob(props: {
  id: string
  kind: ImportKind
  onEnd: () => void
  onClose: () => void
  onAnother: () => void
}) {
  const { data: job } = useQuery(jobOptions(props.id))
  const open = job === undefined || isOpen(job)
  const was = useRef(open)
  // A job whose end was seen here isn't shown on other pages any more.
  const over = job !== undefined && !open && job.status !== 'paused' && job.status !== 'stopped'
  const { id } = props
  useEffect(() => {
    return over ? () => unwatchJob(id) : undefined
  }, [over, id])
  const box = useRef<HTMLDivElement>(null)
  const { onEnd } = props
  useEffect(() => {
    if (was.current && !open) onEnd()
    was.current = open
  }, [open, onEnd])
  const known = job !== undefined
  useEffect(() => {
    // Once its height is final: the buttons that start it are at the other end of the page.
    if (known) box.current?.scrollIntoView({ block: 'center' })
  }, [known])
  return (
    <div ref={box} className={classes.job}>
      <JobCard id={props.id} onClose={props.onClose} />
      {job?.action === 'import' && job.status === 'done' && (
        <Group gap={8} mt={12} align="stretch">
          <Button
            variant="filled"
            renderRoot={(root) => (
              <Link to={props.kind.list} {...everythingAt(props.kind.list)} {...root} />
            )}
          >
            {/* i18n: leads to the list of what was imported; {many} is a plural noun such as “bills” */}
            {t('Show {many}', { many: t(props.kind.many) })}
          </Button>
          <Button onClick={props.onAnother}>{t('Import another file')}</Button>
        </Group>
      )}
    </div>
  )
}
