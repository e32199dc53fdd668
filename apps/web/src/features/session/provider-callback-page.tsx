import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { useEffect, useState } from 'react'
import { Failure, toFailure } from '../../api/failure.ts'
import {
  finishAtProvider,
  type ProviderFlow,
  takeProviderFlow,
  tellWaitingWindow,
} from '../../api/provider-flow.ts'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { PublicFormPage } from '../../ui/page/public-form-page.tsx'
import { useSession } from './session.store.ts'

interface Done {
  returnTo: string
  /** What the server said of a step-up or a link; null of a sign-in, which shows itself. */
  said: string | null
}

type State = { is: 'busy' | 'told' } | { is: 'failed'; failure: Failure }

/** Finishes what began before the browser went to an identity provider: a sign-in, a step-up or a link. */
export function ProviderCallbackPage(props: {
  provider: string
  onSigningIn: () => void
  onDone: (done: Done) => void
  onBack: () => void
  backWords: string
}) {
  const { provider } = props
  const [state, setState] = useState<State>({ is: 'busy' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came with the address is used once
  useEffect(() => {
    const parameters = window.location.search
    if (parameters === '') return
    // A code works once; it stays in no history.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    const flow = takeProviderFlow()
    if (flow?.isSignIn) props.onSigningIn()
    void finish(provider, flow, parameters).then(
      (done) => (done ? props.onDone(done) : setState({ is: 'told' })),
      (thrown) => setState({ is: 'failed', failure: toFailure(thrown) }),
    )
  }, [])
  if (state.is === 'failed')
    return (
      <PublicFormPage title={t('You weren’t signed in')}>
        <div className="grid gap-16 full">
          <FailureBox failure={state.failure} />
          <Button variant="filled" fullWidth autoFocus onClick={props.onBack}>
            {props.backWords}
          </Button>
        </div>
      </PublicFormPage>
    )
  return (
    <PublicFormPage
      title={state.is === 'told' ? t('You can close this window') : t('Signing you in…')}
    >
      <p role="status" className="dim" style={{ textAlign: 'center' }}>
        {state.is === 'told'
          ? t('You have confirmed that it’s you. Go on in the other window.')
          : t('This takes a moment.')}
      </p>
    </PublicFormPage>
  )
}

/** Null where another window waits for it and goes on. Throws Failure. */
async function finish(
  provider: string,
  flow: ProviderFlow | null,
  parameters: string,
): Promise<Done | null> {
  if (!flow || flow.provider !== provider) {
    if (await tellWaitingWindow(provider, parameters)) {
      window.close()
      return null
    }
    throw new Failure({
      status: 400,
      code: 'dead_link',
      message: t(
        'This sign-in wasn’t begun in this browser, or has been used already. Please begin again.',
      ),
    })
  }
  if (!flow.isSignIn) {
    const { message, data } = await finishAtProvider(flow, parameters)
    return { returnTo: data.returnTo, said: message }
  }
  let returnTo = '/'
  await useSession.getState().signInBy(async () => {
    const answer = await finishAtProvider(flow, parameters)
    returnTo = answer.data.returnTo
    return answer
  })
  return { returnTo, said: null }
}
