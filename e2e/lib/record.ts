import type { Locator, Page } from '@playwright/test'

/** The record that is open: a part of the page beside its list, on a narrow screen a drawer. */
export const openRecord = (page: Page): Locator => page.locator('[data-record]')
