import { redAndBlue } from '../apps/server/src/testing/pictures.ts'
import { sizes } from './both/records.ts'
import { onBothServers } from './both/stage.ts'
import { t } from './lib/messages.ts'
import { choose, rowOf } from './lib/people.ts'
import { boxName, rangeOf } from './lib/phrases.ts'
import { openRecord } from './lib/record.ts'
import { expect, test } from './spec-only-server/test.ts'

onBothServers('roles and users', (at) => {
  const row = (text: string) => rowOf(at.page, text)
  const act = (text: string, action: string) => choose(at.page, text, action)
  const field = (name: string) => at.page.getByRole('textbox', { name, exact: true })
  const picture = async () => {
    const buffer = await redAndBlue(300, 300).jpeg().toBuffer()
    const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer }
    await at.page.locator('input[type=file]').setInputFiles(file)
    await at.page.getByRole('button', { name: t('Use picture') }).click()
  }

  test('roles are found by a search that sends the name alone', async () => {
    await at.open('/roles')
    for (const name of ['Role 1', 'Role 2', 'Role 3']) await expect(row(name)).toBeVisible()
    expect(at.calls.of('GET admin/role/all/role').length).toBeGreaterThan(0)
    at.calls.forget()
    await at.page
      .getByRole('textbox', { name: t('Search {many}', { many: t('roles') }) })
      .fill('Role 2')
    await expect(at.page.locator('[data-row]')).toHaveCount(1)
    await expect(row('Role 2')).toBeVisible()
    // A list that came whole needs no other call.
    for (const { query } of at.calls.of('GET admin/role/all/role'))
      expect(query).toEqual({ name: 'Role 2' })
    if (at.isSteward) expect(at.calls.of('GET admin/role/all/role')).not.toEqual([])
  })

  test('a role is created with a picture, which goes by the call for it', async () => {
    const { page, calls } = at
    await at.open('/roles')
    await page.getByRole('link', { name: t('New role') }).click()
    await field(t('Name')).fill('Concierge')
    await picture()
    await page.getByRole('checkbox', { name: boxName('Tasks', 'see the list') }).click()
    await page.getByRole('button', { name: t('Create role') }).click()
    await expect(row('Concierge')).toBeVisible()
    await expect(row('Concierge').locator('img')).toHaveJSProperty('complete', true)
    expect(calls.of('POST admin/role/create/role')).toHaveLength(1)
    expect(calls.last('POST admin/role/create/role')?.body).toMatchObject({ name: 'Concierge' })
    expect(calls.of('PATCH admin/role/update-image/role')).toHaveLength(1)
    const { contentType } = calls.last('PATCH admin/role/update-image/role') ?? {}
    expect(contentType).toContain('multipart/form-data')
  })

  test('a role is set inactive, deleted, and restored from the deleted list', async () => {
    const { calls } = at
    await at.open('/roles')
    const id = await row('Role 3').getAttribute('data-row')
    await act('Role 3', t('Deactivate'))
    await expect(row('Role 3')).toContainText(t('Inactive', {}, 'a status'))
    expect(calls.last('PATCH admin/role/update-status/role')?.body).toEqual({
      _id: id,
      status: 'inactive',
    })
    await at.open('/roles/inactive')
    await expect(row('Role 3')).toBeVisible()
    await act('Role 3', t('Delete'))
    await expect(row('Role 3')).toHaveCount(0)
    expect(calls.last('DELETE admin/role/delete/role/{id}')).toMatchObject({
      path: `admin/role/delete/role/${id}`,
      body: null,
    })
    await at.open('/roles/deleted')
    await act('Role 3', t('Restore'))
    await expect(row('Role 3')).toHaveCount(0)
    await expect
      .poll(() => calls.last('PATCH admin/role/restore/deleted/role/{id}'))
      .toMatchObject({
        path: `admin/role/restore/deleted/role/${id}`,
        query: { limit: '25', page: '1' },
      })
    await at.open('/roles')
    await expect(row('Role 3')).toBeVisible()
  })

  test('users stand in three lists', async () => {
    for (const [path, email, call] of [
      ['/users/business', 'business2@example.com', 'GET admin/business/users/list'],
      ['/users/members', 'member30@example.com', 'GET admin/users/list'],
    ] as const) {
      await at.open(path)
      await expect(row(email)).toBeVisible()
      expect(at.calls.of(call).length).toBeGreaterThan(0)
    }
    await expect(at.page.getByText(rangeOf(1, 25, sizes.members))).toBeVisible()
    await at.page
      .getByRole('navigation', { name: t('Users') })
      .getByText(t('Admins'))
      .click()
    await expect(at.page.locator('[data-row]')).toHaveCount(sizes.admins)
    expect(at.calls.of('GET admin/users/admin/list').length).toBeGreaterThan(0)
  })

  test('a member is created, then changed on a page of their own', async () => {
    const { page, calls } = at
    await at.open('/users/members')
    await page.getByRole('link', { name: t('New member') }).click()
    await field(t('Name')).fill('Nora Ünal')
    await field(t('E-mail')).fill('nora@example.com')
    await page.getByRole('button', { name: t('Create') }).click()
    await expect(row('Nora Ünal')).toBeVisible()
    const created = calls.last('POST admin/user/create')
    expect(created?.contentType).toContain('multipart/form-data')
    expect(created?.body).toMatch(/name="email"\s+nora@example\.com/)
    const id = await row('Nora Ünal').getAttribute('data-row')
    await act('Nora Ünal', t('Open page'))
    await expect(page.getByRole('heading', { level: 1, name: 'Nora Ünal' })).toBeVisible()
    expect(calls.last('GET admin/user/details/{id}')?.path).toBe(`admin/user/details/${id}`)
    await page.getByRole('button', { name: t('Edit') }).click()
    await field(t('Location')).fill('Izmir')
    await page.getByRole('button', { name: t('Save') }).click()
    await expect(page.getByText('Izmir', { exact: true })).toBeVisible()
    const { path, contentType, body } = calls.last('PUT admin/user/update/{id}') ?? {}
    expect(path).toBe(`admin/user/update/${id}`)
    expect(contentType).toContain('multipart/form-data')
    expect(body).toMatch(new RegExp(`name="id"\\s+${id}\\s`))
    expect(body).toMatch(/name="location"\s+Izmir\s/)
  })

  test('a member is switched on and off, and deleted', async () => {
    const { page, calls } = at
    await at.open('/users/members?search=member7@')
    const member = row('member7@example.com')
    const id = await member.getAttribute('data-row')
    await member.click()
    const drawer = openRecord(page)
    await drawer.getByRole('button', { name: t('Deactivate') }).click()
    const activate = drawer.getByRole('button', { name: t('Activate'), exact: true })
    await expect(activate).toBeVisible()
    await expect
      .poll(() => calls.last('GET admin/user/change/status/{id}')?.path)
      .toBe(`admin/user/change/status/${id}`)
    await drawer.getByRole('button', { name: t('Close shopping feed') }).click()
    await expect
      .poll(() => calls.last('PUT admin/user/{userId}/shopping-feed/status'))
      .toMatchObject({
        path: `admin/user/${id}/shopping-feed/status`,
        body: { status: 'inactive' },
      })
    await at.reload()
    await expect(activate).toBeVisible()
    await expect(drawer.getByRole('button', { name: t('Open shopping feed') })).toBeVisible()
    await page.keyboard.press('Escape')
    await act('member7@example.com', t('Delete'))
    await expect(member).toHaveCount(0)
    await expect
      .poll(() => calls.last('GET admin/user/delete/{id}')?.path)
      .toBe(`admin/user/delete/${id}`)
    await at.reload()
    await expect(page.getByText(t('No {many} found', { many: t('members') })).first()).toBeVisible()
  })
})
