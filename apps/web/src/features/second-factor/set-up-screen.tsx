import { useQuery } from '@tanstack/react-query'
import { Section, SectionState } from '../../ui/page/section.tsx'
import { ownSecondFactor } from './second-factor.queries.ts'
import { SecondFactorItems } from './second-factor-section.tsx'
import classes from './set-up-screen.module.css'

/**
 * In place of every page, while the person's role requires a second factor that they don't have.
 * @param props.onDone called once there is one and its recovery codes are kept
 */
export function SetUpScreen({ onDone }: { onDone: () => void }) {
  const { data, error, refetch } = useQuery(ownSecondFactor)
  return (
    <div className={classes.screen}>
      <div>
        <h1>Set up a second factor</h1>
        <p>
          Your role requires a second factor. It takes a minute: set up an authenticator app or a
          passkey, then continue where you left off.
        </p>
      </div>
      <Section title="Second factor">
        {data ? (
          <SecondFactorItems state={data} onAdded={onDone} />
        ) : (
          <SectionState error={error} onRetry={() => void refetch()} />
        )}
      </Section>
    </div>
  )
}
