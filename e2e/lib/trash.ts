import type { Locator, Page } from '@playwright/test'
import { t } from './messages.ts'

/** The pages whose list shows what is deleted in place of the others. */
export const areas = [
  '/users/admins',
  '/users/business',
  '/users/members',
  '/events',
  '/polls',
  '/posts',
  '/tasks',
  '/bills',
  '/categories',
  '/shopping-posts',
] as const

/** The links between what is deleted and what isn't. */
export const trashSwitch = (page: Page) =>
  page.getByRole('navigation', { name: t('Deleted or not') })

/** The `_id` of a list's row. */
export const idOf = async (row: Locator) => (await row.getAttribute('data-row')) ?? ''

/** The row of a record. */
export const rowWith = (page: Page, id: string) => page.locator(`[data-row="${id}"]`)
