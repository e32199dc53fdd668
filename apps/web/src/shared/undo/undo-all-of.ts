import { t } from '@steward/i18n/reader'

/** Asks for the undo of a batch. @param through what made its changes, as the audit log has it */
export const undoAllOf = (through: string): string =>
  t('Undo all of {batch, select, import {one import} job {one job} other {one change}}', {
    batch: through,
  })
