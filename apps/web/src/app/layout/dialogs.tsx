import { useEffect } from 'react'
import { useWatchedJobs } from '../../api/browser/watched-jobs.ts'
import { dropConsentQuestion, useConsentQuestion } from '../../api/consent.ts'
import { dropStepUp, useStepUp } from '../../api/step-up.ts'
import {
  dropRecoveryCodes,
  useRecoveryCodes,
} from '../../features/second-factor/recovery-codes.store.ts'
import { useAdmin } from '../../features/session/session.store.ts'
import { OpenDialog } from '../../ui/dialog/open-dialog.ts'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { dropAskFor, useAskFor } from '../../ui/permissions/ask-for.ts'

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

const AskDialog = lazyPart(
  async () => (await import('../../features/consents/ask-dialog.tsx')).AskDialog,
  null,
  dropConsentQuestion,
  'soon',
)

const AskForDialog = lazyPart(
  async () => (await import('../../shared/loans/ask-for-dialog.tsx')).AskForDialog,
  null,
  dropAskFor,
)

const JobPanel = lazyPart(async () => (await import('../../shared/jobs/job-panel.tsx')).JobPanel)

function dropAll(): void {
  dropRecoveryCodes()
  dropStepUp()
  dropConsentQuestion()
  dropAskFor()
}

/**
 * Dialogs above any page: new recovery codes, the question who the person is, requests for consent and for permissions, questions that any part of the app may
 * ask, and running jobs, whose code comes with the first of them.
 */
export function Dialogs() {
  const codes = useRecoveryCodes((state) => state.codes)
  const question = useStepUp((state) => state.question)
  const consent = useConsentQuestion((state) => state.question)
  const lacking = useAskFor((state) => state.lacking)
  const hasJobs = useWatchedJobs(({ ids }) => ids.length > 0)
  const admin = useAdmin()
  useEffect(() => dropAll, [])
  return (
    <>
      {codes && <RecoveryCodesDialog account={admin?.email ?? null} />}
      {question && <StepUpDialog onEnd={question.answer} />}
      {consent && <AskDialog question={consent} />}
      <OpenDialog />
      {lacking && <AskForDialog lacking={lacking} />}
      {hasJobs && <JobPanel />}
    </>
  )
}
