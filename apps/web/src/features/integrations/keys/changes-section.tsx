import { permission } from '@steward/contract/permissions/permission'
import { t } from '@steward/i18n/reader'
import { permissionText } from '../../../shared/permissions/permission-text.ts'
import { rich } from '../../../ui/format/rich.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { CopyField } from '../shared/copy-field.tsx'
import { feedCommand } from './first-call.ts'

/** How what changes here is loaded where a community analyses it. */
export const ChangesSection = () => (
  <Section
    title={t('Feed a warehouse')}
    hint={rich(
      'The call {call} gives the audit log in its order, a line of JSON for each change, and goes on where it ended. The role of the key needs {permission}.',
      {
        // i18n-ignore: a call
        call: <code dir="ltr">GET admin/changes</code>,
        // i18n-ignore: the names of a permission
        permission: permissionText(permission('System', 'Audit log', 'list')),
      },
    )}
  >
    <CopyField
      label={t('Add what is new to a file, such as every minute')}
      text={feedCommand('stw_…')}
      block
    />
  </Section>
)
