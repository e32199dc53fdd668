import { Switch } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import classes from './keys.module.css'
import { setSingleKeys, useSingleKeys } from './single-keys.ts'

export function SingleKeysSwitch() {
  const on = useSingleKeys((state) => state.on)
  return (
    <div className={classes.switch}>
      <Switch
        label={t('Single-letter keys')}
        description={t('Saved in this browser. Arrow keys, Enter, Escape and F6 always work.')}
        checked={on}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </div>
  )
}
