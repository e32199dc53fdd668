import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { shortText } from '../../ui/format/time-text.ts'
import { FloatingPopover } from '../../ui/menu/floating-menu.tsx'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import classes from './time-travel.module.css'

const MomentForm = drawerPart(async () => (await import('./moment-form.tsx')).MomentForm)

/** Chooses the time as of which something (`of`: "this list") is shown, beside its heading; null for now. */
export function MomentPicker({ of, asOf }: { of: string; asOf: string | null }) {
  const [opened, setOpened] = useState(false)
  return (
    <FloatingPopover
      opened={opened}
      onOpened={setOpened}
      position="bottom-start"
      target={
        <Button
          size="xs"
          leftSection={<IconHistory size="1rem" aria-hidden />}
          data-past={asOf !== null || undefined}
          className={`rigid medium ${classes.picker}`}
        >
          {asOf === null
            ? t('As of now')
            : t('As of {time}', { time: shortText(Date.parse(asOf)) })}
        </Button>
      }
    >
      <MomentForm of={of} asOf={asOf} onDone={() => setOpened(false)} />
    </FloatingPopover>
  )
}
