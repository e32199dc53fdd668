import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import classes from './keys.module.css'
import { setSingleKeys, useSingleKeys } from './single-keys.ts'

export function SingleKeysSwitch() {
  const on = useSingleKeys((state) => state.on)
  return (
    <div className={classes.switch}>
      <Switch
        label="Single-letter keys"
        description="Saved in this browser. Arrow keys, Enter, Escape and F6 always work."
        checked={on}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </div>
  )
}
