import { Button, Progress } from '@mantine/core'
import { msg, t } from '@steward/i18n/reader'
import { rich } from '../../ui/format/rich.tsx'
import '@mantine/core/styles/Progress.css'
import type { AreaName } from '@steward/contract/areas/areas'
import { areas } from '@steward/contract/areas/areas'
import type { ReactNode } from 'react'
import { wordsOf } from '../../api/failure.ts'
import { AskForThis } from '../../ui/dialog/ask-for-this.tsx'
import classes from '../../ui/dialog/dialog.module.css'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { allLackingIn } from '../../ui/permissions/lacking.ts'
import type { EachProgress, useEach } from './use-each.ts'

/** What is said of records after each action. */
const results = {
  restored: {
    // i18n: {records} is a number of records such as “12 posts”
    all: msg('{records} restored.'),
    some: msg('{records} restored, {left} not processed.'),
    failed: msg('{records} could not be restored:'),
  },
  purged: {
    all: msg('{records} deleted permanently.'),
    some: msg('{records} deleted permanently, {left} not processed.'),
    failed: msg('{records} could not be deleted permanently:'),
  },
  assigned: {
    all: msg('{records} assigned.'),
    some: msg('{records} assigned, {left} not processed.'),
    failed: msg('{records} could not be assigned:'),
  },
}
type Did = keyof typeof results

/**
 * A dialog that asks before an action on several records, then shows how far it is, and what failed.
 * @param props.question the title at first, where it is only confirmed; Cancel then has the focus
 * @param props.did what is done to them
 */
export function EachDialog(props: {
  each: ReturnType<typeof useEach>
  area: AreaName
  did: Did
  title: string
  question?: string
  total: number
  button: ReactNode
  /** Called when it is closed after the action. */
  onDone: () => void
  children: ReactNode
}) {
  const { progress, stop } = props.each
  const running = progress !== null && !progress.over
  const close = () => {
    if (running) return stop()
    closeDialog()
    if (progress) props.onDone()
  }
  return (
    <Dialog title={(!progress && props.question) || props.title} onClose={close}>
      {progress ? <Result {...props} progress={progress} /> : props.children}
      <DialogActions>
        <Button data-autofocus={props.question && true} onClick={close}>
          {running ? t('Stop') : progress ? t('Close') : t('Cancel')}
        </Button>
        {!progress && props.button}
      </DialogActions>
    </Dialog>
  )
}

function Result(props: {
  progress: EachProgress
  area: AreaName
  did: Did
  title: string
  total: number
}) {
  const { total } = props
  const said = results[props.did]
  const { done, failures, over } = props.progress
  const countOf = (count: number) => t(areas[props.area].count, { count })
  const through = done + failures.length
  const left = total - through
  const lacking = over ? allLackingIn(failures.map(({ failure }) => failure)) : null
  return (
    <>
      <p className={classes.text} role="status">
        {over
          ? t(left > 0 ? said.some : said.all, { records: countOf(done), left })
          : t('{done} of {total}', { done: through, total })}
      </p>
      {!over && <Progress value={(through / total) * 100} aria-label={props.title} />}
      {failures.length > 0 && (
        <>
          <p className={classes.text}>{t(said.failed, { records: countOf(failures.length) })}</p>
          <ul className="grid gap-4 mb-12">
            {failures.map(({ id, name, failure }) => (
              <li key={id}>
                {/* i18n: {record} is a record’s name, {failure} a sentence */}
                {rich('{record}: {failure}', {
                  record: (
                    <strong>
                      <bdi>{name}</bdi>
                    </strong>
                  ),
                  failure: <bdi>{wordsOf(failure)}</bdi>,
                })}
              </li>
            ))}
          </ul>
          {lacking && <AskForThis lacking={lacking} />}
        </>
      )}
    </>
  )
}
