import { useEffect } from 'react'
import { dropStepUp, useStepUp } from '../../api/step-up.ts'
import {
  dropRecoveryCodes,
  useRecoveryCodes,
} from '../../features/second-factor/recovery-codes.store.ts'
import { useAdmin } from '../../features/session/session.store.ts'
import { useWatchedJobs } from '../../shared/jobs/watched-jobs.ts'
import { OpenDialog } from '../../ui/feedback/open-dialog.ts'
import { lazyPart } from '../../ui/page/lazy-part.tsx'

const RecoveryCodesDialog = lazyPart(
  async () =>
    (await import('../../features/second-factor/recovery-codes-dialog.tsx')).RecoveryCodesDialog,
)
const StepUpDialog = lazyPart(
  async () => (await import('../../features/second-factor/step-up-dialog.tsx')).StepUpDialog,
  null,
  // Whatever waits for the answer goes on: nothing is proved.
  dropStepUp,
  'soon',
)

const JobPanel = lazyPart(async () => (await import('../../shared/jobs/job-panel.tsx')).JobPanel)

/** Dialogs above any page: questions that any part of the app may ask, and running jobs. */
export function Dialogs() {
  useEffect(() => dropRecoveryCodes, [])
  useEffect(() => dropStepUp, [])
  return (
    <>
      <RecoveryCodes />
      <StepUp />
      <OpenDialog />
      <Jobs />
    </>
  )
}

/** Shows new recovery codes above any page. */
function RecoveryCodes() {
  const codes = useRecoveryCodes((state) => state.codes)
  const admin = useAdmin()
  if (!codes) return null
  return <RecoveryCodesDialog account={admin?.email ?? null} />
}

/** Asks the person to prove who they are, above any page. */
function StepUp() {
  const question = useStepUp((state) => state.question)
  if (!question) return null
  return <StepUpDialog onEnd={question.answer} />
}

/** How work on many records goes; its code comes with the first such work. */
function Jobs() {
  const any = useWatchedJobs(({ ids }) => ids.length > 0)
  return any ? <JobPanel /> : null
}
