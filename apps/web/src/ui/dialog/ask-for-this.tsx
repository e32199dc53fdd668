import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { askFor } from '../permissions/ask-for.ts'
import type { Lacking } from '../permissions/lacking.ts'

/** A button that asks for what a refusal says is lacking. */
export const AskForThis = ({ lacking }: { lacking: Lacking }) => (
  <Button size="compact-sm" onClick={() => askFor(lacking)}>
    {t('Ask for this…')}
  </Button>
)
