import type { Page } from '@playwright/test'
import { permission } from '@steward/contract/permissions/permissions'
import { noise, redAndBlue } from '../apps/server/src/testing/pictures.ts'
import { test } from './lib/accounts.ts'
import { expectAccessible, expectAccessibleEverywhere } from './lib/axe.ts'
import { enter, tabTo } from './lib/keyboard.ts'
import { like, t } from './lib/messages.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, makeStaff } from './lib/steward.ts'

test.setTimeout(240_000)

const bills = permission('Operations', 'Bills', 'list')

/** Chooses a file by the keyboard. */
async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await enter(page, page.getByRole('button', { name }))
  await (await chooser).setFiles({ name: 'picture.png', mimeType: 'image/png', buffer })
}

/** The picture beside the account's menu: its address, and whether it is drawn. */
const inHeader = (page: Page) =>
  page.getByRole('button', { name: like('Account: {name}') }).locator('img')
const drawn = (page: Page) =>
  inHeader(page).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)

/** The colour in the middle of the picture that the server keeps. */
const middle = (page: Page, src: string) =>
  page.evaluate(
    async (address) => {
      const bitmap = await createImageBitmap(await (await fetch(address)).blob())
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      const context = canvas.getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const [red = 0, , blue = 0] =
        context?.getImageData(bitmap.width / 2, bitmap.height / 2, 1, 1).data ?? []
      return { size: bitmap.width, colour: red > blue ? 'red' : 'blue' }
    },
    src.replace(/\?small$/, ''),
  )

test('the own picture is chosen, cropped, changed, taken back and removed by keyboard', async ({
  page,
  server,
}) => {
  const who = await makeStaff(server, [bills])
  await openAs(page, server, '/profile', who)
  await expect(page.getByRole('button', { name: t('Remove picture') })).toBeHidden()
  await expect(inHeader(page)).toHaveCount(0)

  await test.step('what can’t be used is said at its field, before it is sent', async () => {
    const field = page.getByRole('group', { name: t('Picture') })
    await choose(
      page,
      t('Choose a picture'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    )
    await expect(field.getByRole('alert')).toContainText(
      t('This picture can’t be used. Choose a JPEG, PNG, WebP, GIF or AVIF file.'),
    )
    await choose(page, t('Choose a picture'), await noise(1500, 1500).png().toBuffer())
    await expect(field.getByRole('alert')).toContainText(
      t('This file is larger than 5 MB. Choose a smaller one or reduce its size first.'),
    )
    await expectAccessible(page, 'a picture that can’t be used')
  })

  await test.step('the part that is kept is chosen by keys', async () => {
    await choose(page, t('Choose a picture'), await redAndBlue(900, 300).png().toBuffer())
    const dialog = page.getByRole('dialog', { name: t('Crop the picture') })
    await expect(dialog.getByRole('group')).toBeFocused()
    await expectAccessibleEverywhere(page, 'the crop')
    // To the right end, which is blue.
    for (let step = 0; step < 12; step++) await page.keyboard.press('Shift+ArrowRight')
    await enter(page, dialog.getByRole('button', { name: t('Use picture') }))
    await expect(page.getByText(t('Picture saved'))).toBeVisible()
    await expect(page.getByRole('button', { name: t('Change picture') })).toBeFocused()
    await expect(inHeader(page)).toHaveAttribute('src', /\/uploads\//)
    await expect.poll(() => drawn(page), 'the header shows it').toBe(true)
    const kept = await middle(page, (await inHeader(page).getAttribute('src')) ?? '')
    expect(kept).toEqual({ size: 300, colour: 'blue' })
  })

  await test.step('it is there after a reload, and can be changed and had back', async () => {
    await page.reload()
    await expect.poll(() => drawn(page)).toBe(true)
    const first = (await inHeader(page).getAttribute('src')) ?? ''
    await choose(page, t('Change picture'), await redAndBlue(900, 300).png().toBuffer())
    await expect(page.getByRole('dialog').getByRole('group')).toBeFocused()
    for (let step = 0; step < 3; step++) await page.keyboard.press('+')
    await page.keyboard.press('-')
    await expect(page.getByRole('slider', { name: t('Zoom') })).toHaveValue('1.2')
    for (let step = 0; step < 12; step++) await page.keyboard.press('Shift+ArrowLeft')
    await enter(page, page.getByRole('button', { name: t('Use picture') }))
    await expect(inHeader(page)).not.toHaveAttribute('src', first)
    const second = await middle(page, (await inHeader(page).getAttribute('src')) ?? '')
    expect(second).toEqual({ size: Math.round(300 / 1.1 ** 2), colour: 'red' })
    await enter(page, page.getByRole('button', { name: t('Undo') }))
    await expect
      .poll(
        async () => (await middle(page, (await inHeader(page).getAttribute('src')) ?? '')).colour,
      )
      .toBe('blue')
  })

  await test.step('a removal that the server can’t take is put back, and said at its place', async () => {
    await page.route('**/api/admin/profile/image', (route) => route.abort())
    await enter(page, page.getByRole('button', { name: t('Remove picture') }))
    await expect(
      page.getByText(t('The server can’t be reached. Check your connection and try again.')),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: t('Remove picture') })).toBeVisible()
    await expect(inHeader(page)).toHaveCount(1)
    await page.unroute('**/api/admin/profile/image')
  })

  await test.step('it is removed, and can be had back', async () => {
    await enter(page, page.getByRole('button', { name: t('Remove picture') }))
    await expect(page.getByText(t('Picture removed'))).toBeVisible()
    await expect(inHeader(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: t('Choose a picture') })).toBeFocused()
    await page.getByText(t('Picture removed')).hover()
    await tabTo(page, page.getByRole('button', { name: t('Undo') }).last())
    // It is shown before it is saved.
    const undone = page.waitForResponse(
      (answer) => answer.url().includes('/profile') && answer.request().method() !== 'GET',
    )
    await page.keyboard.press('Enter')
    await expect(inHeader(page)).toHaveCount(1)
    await undone
    await page.reload()
    await expect.poll(() => drawn(page)).toBe(true)
  })
})
