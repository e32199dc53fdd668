import { Button, Group } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { inRow } from '../../ui/format/phrases.ts'
import '@mantine/core/styles/Group.css'
import { useDebouncedValue } from '@mantine/hooks'
import type { ImportFile, ImportPreview } from '@steward/contract/imports/imports'
import { overwriteNeeds } from '@steward/contract/imports/imports.routes'
import type { Job } from '@steward/contract/jobs/jobs'
import { permissionWords } from '@steward/contract/permissions/permissions'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { isOpen, jobFailuresOptions, jobOptions } from '../../api/jobs.queries.ts'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { rich } from '../../ui/format/rich.tsx'
import { showFailure } from '../../ui/messages/messages.tsx'
import { PageSection, SaveBar } from '../../ui/page/record-page.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { BadRows } from './bad-rows.tsx'
import { ReadingFile } from './choose-file.tsx'
import { DateOrder, EncodedTexts, ImportConflicts } from './decisions.tsx'
import { FieldMapping } from './field-mapping.tsx'
import { checkSummary, PreviewOfFile } from './import-preview.tsx'
import {
  bytesText,
  type From,
  fieldsOf,
  fieldWord,
  isGiven,
  lastOption,
  optionFields,
  optionsOf,
  questionFields,
  useImportValues,
} from './import-values.ts'
import { importWarnings } from './import-warnings.ts'
import { ImportWarningsBox, ToWarnings } from './import-warnings-box.tsx'
import type { ImportKind } from './kinds.ts'
import { ReadingOptions } from './reading-options.tsx'
import { shownRows } from './shown-rows.ts'

export function ImportForm(props: {
  file: ImportFile
  kind: ImportKind
  jobId: string | null
  onOther: () => void
  onJob: (job: string) => void
}) {
  const { file, kind } = props
  const [values, change] = useImportValues(file._id)
  const body = useMemo(() => optionsOf(values, kind.preset), [values, kind.preset])
  const [asked] = useDebouncedValue(body, 400)
  const {
    data: preview,
    error,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['imports.preview', file._id, asked],
    queryFn: async ({ signal }) => {
      const params = { id: file._id }
      return (await call('imports.preview', { params, body: asked, signal, mayTakeLong: true }))
        .data
    },
    // The previous preview stays while the next one is loaded.
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const [shown, setShown] = useState(preview)
  if (preview && preview !== shown) setShown(preview)
  const can = useCan()
  const job = useQuery({ ...jobOptions(props.jobId ?? ''), enabled: props.jobId !== null }).data
  const over = job !== undefined && !isOpen(job) && job.failed > 0
  const failed = useQuery({ ...jobFailuresOptions(props.jobId ?? ''), enabled: over }).data
  const busy = job !== undefined && (isOpen(job) || job.status === 'paused')
  const start = useMutation({
    mutationFn: (check: boolean) =>
      call('imports.start', {
        params: { id: file._id },
        body: { ...body, check },
        mayTakeLong: true,
      }),
    onSuccess: ({ data }) => props.onJob(data._id),
    onError: showFailure,
  })

  const names = file.fields.map(({ name }) => name)
  const own = file.area === 'polls' ? questionFields(Object.keys(values.fields ?? {})) : []
  const fields = values.fields ?? fieldsOf([...names, ...own], shown?.map ?? {}, kind.preset)
  const required = new Set(file.fields.flatMap((each) => (each.required ? [each.name] : [])))
  const missing = [...required].filter((name) => !isGiven(fields[name]))
  const failure = error && toFailure(error)
  const good = failure ? undefined : shown
  const errors = fieldErrors(failure, Object.keys(values)).fields
  // Loading the same preview anew disables nothing: a click in that moment would be lost.
  const isStale = isPlaceholderData || asked !== body
  const undecided = shown?.dates.undecided ?? false
  const mayStart =
    good && !busy && !isStale && !undecided && missing.length === 0 && !start.isPending
  const warnings =
    good && !busy ? importWarnings(file, good, fields, values.ids, values.onConflict) : []
  const reported = over ? (failed?.failures.flatMap(({ row }) => row ?? []) ?? []) : []
  const conflicts = good && conflictWords(good.checked, job)
  const overwriting = overwriteNeeds(file.area).find((need) => !can(need))
  const box = useRef<HTMLDivElement>(null)
  const button = (isCheck: boolean) => ({
    disabled: !mayStart,
    loading: start.isPending && start.variables === isCheck,
    onClick: () => start.mutate(isCheck),
  })
  const part = { values, disabled: busy, onChange: change }

  if (!shown && !failure) return <ReadingFile name={file.fileName} onCancel={props.onOther} />

  return (
    <>
      <PageSection title={t('File')}>
        <Group gap="8px 16px" justify="space-between">
          <p>
            {rich('{file}, {size}', {
              file: <bdi>{file.fileName}</bdi>,
              size: bytesText(file.size),
            })}
          </p>
          <Button disabled={busy} onClick={props.onOther}>
            {t('Choose another file')}
          </Button>
        </Group>
      </PageSection>
      {good && <DateOrder {...part} dates={good.dates} error={errors['dateOrder']} />}
      <fieldset className="contents" disabled={busy}>
        <PageSection title={t('Columns')}>
          <FieldMapping
            fields={fields}
            required={required}
            columns={shown?.columns ?? []}
            example={(column) => exampleOf(shown, column)}
            onChange={(name, from) => change({ fields: { ...fields, [name]: from } })}
            onMore={
              file.area === 'polls' ? () => change({ fields: withOption(fields) }) : undefined
            }
          />
        </PageSection>
        <PageSection title={t('File options')}>
          <ReadingOptions
            values={values}
            preview={shown}
            money={names.includes('currency')}
            errors={errors}
            onChange={change}
          />
        </PageSection>
      </fieldset>
      <PageSection title={t('Preview')}>
        <FailureBox failure={failure} />
        {good && (
          <>
            <EncodedTexts {...part} survey={good.survey} />
            <PreviewOfFile preview={good} fields={fields} stale={isStale} />
          </>
        )}
      </PageSection>
      {good && (
        <BadRows
          // Until the date order is chosen, every row with a date would be listed as bad.
          rows={
            undecided ? [] : shownRows(good.checked.failures, reported, values.corrected, fields)
          }
          corrected={values.corrected}
          disabled={busy}
          onChange={(corrected) => change({ corrected })}
        />
      )}
      {good && conflicts && (
        <ImportConflicts
          {...part}
          words={conflicts}
          samples={good.checked.samples}
          missing={overwriting && permissionWords(overwriting)}
        />
      )}
      <ImportWarningsBox warnings={warnings} box={box} />
      <SaveBar
        buttons={
          <>
            <Button {...button(true)}>{t('Check the whole file')}</Button>
            <Button variant="filled" {...button(false)}>
              {t('Import')}
            </Button>
          </>
        }
      >
        <ToWarnings count={warnings.length} box={box} />
        <p role="status">{barWords(busy, missing, undecided, good?.checked)}</p>
      </SaveBar>
    </>
  )
}

function barWords(
  busy: boolean,
  missing: readonly string[],
  undecided: boolean,
  checked: ImportPreview['checked'] | undefined,
): string {
  if (busy) return t('Processing the file.')
  if (!checked) return ''
  if (undecided) return t('Say how the dates are to be read.')
  if (missing.length === 0) return checkSummary(checked)
  return t('Still unmapped: {fields}.', { fields: inRow(missing.map(fieldWord)) })
}

function conflictWords(
  checked: ImportPreview['checked'] | undefined,
  job: Job | undefined,
): string | null {
  const all = job && !isOpen(job) ? (job.import?.conflicts ?? 0) : 0
  if (all > 0) {
    return t(
      'Of the whole file, {count, plural, one {# has} other {# have}} the id of a record that is here with other content.',
      { count: all },
    )
  }
  if (!checked || checked.conflicts === 0) return null
  return t(
    'Of the first {rows, plural, one {# row} other {# rows}}, {count, plural, one {# has} other {# have}} the id of a record that is here with other content.',
    { rows: checked.read, count: checked.conflicts },
  )
}

function exampleOf(preview: ImportPreview | undefined, column: string): string | null {
  const at = preview?.columns.indexOf(column) ?? -1
  return preview?.rows.map((row) => row[at] ?? '').find((value) => value.trim() !== '') ?? null
}

function withOption(fields: Readonly<Record<string, From>>): Record<string, From> {
  const next = optionFields(lastOption(Object.keys(fields)) + 1)
  return { ...fields, ...Object.fromEntries(next.map((name) => [name, { kind: 'none' as const }])) }
}
