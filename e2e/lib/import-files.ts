import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from './steward.ts'

/** A spreadsheet's file: byte order mark, semicolons, quotes over lines, foreign scripts, bad rows. */
export const spreadsheet = [
  '\ufeffInvoice number;Subject;Customer;Total;Due',
  'R-1;"Hall; with\nquotes ""x""";Müller;1.234,50 EUR;01.03.2026',
  'R-2;Garden 🌱;Shop;-5 EUR;01.03.2026',
  'R-3;שכירות;Shop;500 JPY;02.03.2026',
  'R-4;Pool;Shop;٤٠ EUR;30.02.2026',
  'R-5;Pool;Shop;1,500 KWD;02.03.2026',
].join('\r\n')

/** Chooses a file on the page of an import. */
export async function chooseFile(
  page: Page,
  file: string | { name: string; text: string | Buffer },
) {
  const given =
    typeof file === 'string'
      ? file
      : { name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.text) }
  await page.locator('input[type=file]').setInputFiles(given)
}

/** Writes a file of many bills. @returns its path */
export async function manyBills(folder: string, rows: number): Promise<string> {
  const path = join(folder, 'many-bills.csv')
  const lines = Array.from({ length: rows }, (_, n) => `Rent ${n},Somebody,${n + 1}.00 EUR`)
  await writeFile(path, ['title,payer,amount', ...lines].join('\n'))
  return path
}

/** Waits for the end of the job that the page shows. */
export async function jobDone(page: Page, words: RegExp) {
  await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible({ timeout: 60_000 })
}
