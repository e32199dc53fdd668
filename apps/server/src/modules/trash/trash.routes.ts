import type { Config } from '../../config.ts'
import type { Handlers } from '../../http/routes.ts'

/** Handlers of the trash and its retention (setting TRASH_DAYS). */
export const trashHandlers = ({ trashDays }: Config): Handlers<'trash.settings'> => ({
  'trash.settings': async () => ({ data: { days: trashDays } }),
})
