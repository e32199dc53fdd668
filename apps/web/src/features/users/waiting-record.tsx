import { t } from '@steward/i18n/reader'
import type { User } from '../../api/answers/records.ts'
import { addressProof, isUnconfirmed, nameOf } from '../../shared/people/user-types.ts'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { ActionButtons } from '../../ui/record/record-actions.tsx'
import { Block, Field, Fields, Leaving, RecordTop } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { useWaitingActions } from './waiting-actions.tsx'

export function WaitingRecord(props: { user: User; close: () => void }) {
  const { user } = props
  return (
    <Leaving on={false}>
      <RecordTop shape="person" image={user.image} title={user.name}>
        <StatusBadge status={user.status} />
      </RecordTop>
      <ActionButtons actions={useWaitingActions(user, props.close)} />
      {isUnconfirmed(user) && (
        <p>
          {t(
            '{name} hasn’t confirmed this address yet, so it might be somebody else’s. They can be approved once they have used the link in their e-mail. Registering again with the same address sends a new link.',
            { name: nameOf(user) },
          )}
        </p>
      )}
      <Block title={t('Registration')}>
        <Fields>
          <Field label={t('E-mail')}>
            <Text value={user.email} />
          </Field>
          <Field label={t('Address', {}, 'whether an e-mail address is confirmed')}>
            <StatusBadge status={addressProof(user)} />
          </Field>
          <Field label={t('Registered')}>
            <Time at={user.createdAt} whole />
          </Field>
        </Fields>
      </Block>
    </Leaving>
  )
}
