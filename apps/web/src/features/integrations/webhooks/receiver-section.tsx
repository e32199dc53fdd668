import { sending } from '@steward/contract/webhooks/webhooks'
import { t } from '@steward/i18n/reader'
import { rich } from '../../../ui/format/rich.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { CopyField } from '../shared/copy-field.tsx'
import { receiverCode } from './receiver-code.ts'
import classes from './webhooks.module.css'

/** What the program has to do that events are sent to. */
export function ReceiverSection() {
  // i18n-ignore: the name of a library
  const library = <code>standardwebhooks</code>
  // i18n-ignore: the name of a header
  const id = <code>webhook-id</code>
  return (
    <Section
      title={t('What a receiver does')}
      hint={t(
        'Events are POST requests of JSON, signed as Standard Webhooks has it, which libraries of most languages check.',
      )}
    >
      <ul className={classes.duties}>
        <li>
          {rich(
            'It checks the signature with the secret, for instance by the library {library}, before it believes an event.',
            { library },
          )}
        </li>
        <li>
          {t(
            'It answers with a status of 2xx within {seconds} seconds, and does its work afterwards. Redirects are not followed.',
            { seconds: sending.answerSeconds },
          )}
        </li>
        <li>
          {rich(
            'It passes over an event whose {id} it has had: an event may come more than once.',
            {
              id,
            },
          )}
        </li>
        <li>
          {t(
            'It gets the events of one record in their order, and those of different records in any.',
          )}
        </li>
        <li>
          {t(
            'What it doesn’t take is tried again for {days} days, at growing intervals. Then the webhook is switched off, its owner and the owners of this system are told by e-mail, and what is left is sent once it is on again.',
            { days: sending.tryingDays },
          )}
        </li>
      </ul>
      <CopyField label={t('A receiver in Node')} text={receiverCode} block />
    </Section>
  )
}
